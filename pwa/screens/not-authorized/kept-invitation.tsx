import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { showError } from '../../components/toast-store.ts';
import { pagePorts } from '../../online/page-ports.ts';
import { JOIN_PATH } from '../../partner-links/join-path.ts';
import { hasAccessNow, hasEnded, sendSecret } from '../../partner-links/read-link.ts';
import { LINK_TEXTS } from '../../partner-links/texts.ts';
import { forgetWaitingLink, readWaitingLink } from '../../partner-links/waiting-link.ts';

const { outside: TEXTS, joining } = LINK_TEXTS;

interface KeptInvitationProps {
  userId: string;
  /** First names of people whose links the server keeps already. */
  kept: readonly (string | null)[];
  onKept: () => void;
}

/** A link to become partners, for a person without beta access: the server keeps it until they have it (R377). */
export function KeptInvitation({ userId, kept, onKept }: KeptInvitationProps) {
  const [secret, setSecret] = useState(readWaitingLink);
  const [isKeeping, setKeeping] = useState(false);
  const [isEnded, setEnded] = useState(false);
  const leave = (waiting: string) => {
    forgetWaitingLink(waiting);
    setSecret(null);
  };
  const keep = async (waiting: string) => {
    setKeeping(true);
    try {
      await sendSecret(pagePorts, userId, 'partnerLinks.keep', waiting);
      leave(waiting);
      onKept();
    } catch (error) {
      if (hasEnded(error)) {
        leave(waiting);
        setEnded(true);
      } else if (hasAccessNow(error)) location.assign(JOIN_PATH);
      else showError(TEXTS.keepFailed);
    } finally {
      setKeeping(false);
    }
  };
  return (
    <div className="grid justify-items-start gap-3 empty:hidden">
      {secret !== null && (
        <>
          <p>{TEXTS.about}</p>
          <div className="flex flex-wrap gap-2">
            <Button tone="primary" pending={isKeeping && TEXTS.keeping} onClick={() => void keep(secret)}>
              {TEXTS.keep}
            </Button>
            <Button tone="quiet" onClick={() => leave(secret)}>
              {TEXTS.decline}
            </Button>
          </div>
        </>
      )}
      {isEnded && <p role="status">{joining.ended}</p>}
      {kept.length > 0 && <p role="status">{TEXTS.kept(kept)}</p>}
    </div>
  );
}
