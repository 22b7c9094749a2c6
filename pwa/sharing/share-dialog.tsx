import { useEffect, useId, useState } from 'react';
import { COPIED_MS } from '../../api/contract/limits.ts';
import { getSession, type SessionCard } from '../../sync/queries/sessions.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { SwitchRow } from '../components/switch-row.tsx';
import { showError, showToast } from '../components/toast-store.ts';
import { showFailure } from '../forms/show-failure.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { useMutate } from '../sync/use-mutate.ts';
import { facebookLink, sessionLink, xLink } from './network-links.ts';
import { TEXTS } from './texts.ts';

const POPUP = 'popup,width=600,height=400';

export interface ShareDialogProps {
  id: string;
  onClose: () => void;
}

/** The Share dialog: who may open the link, the link itself, and two networks (specification, section 2; decision 1). */
export function ShareDialog({ id, onClose }: ShareDialogProps) {
  const store = useStore();
  const session = useLive(() => getSession(store, id), [store, id]);
  if (session === undefined) return null;
  return (
    <Dialog open onClose={onClose} title={TEXTS.title} description={TEXTS.description}>
      {session ? <ShareSession session={session} /> : <p>{TEXTS.gone}</p>}
    </Dialog>
  );
}

function ShareSession({ session: { video, owner } }: { session: SessionCard }) {
  const mutate = useMutate();
  const linkId = useId();
  const link = sessionLink(location.origin, video.id);
  const onServer = video.version > 0;

  // A switch that waits for the store would spring back under the thumb first.
  const [asked, setAsked] = useState<boolean | null>(null);
  const shared = asked ?? video.shared;

  const setShared = async (wanted: boolean) => {
    setAsked(wanted);
    try {
      await mutate(wanted ? 'videos.share' : 'videos.unshare', { params: { id: video.id } });
    } catch (error) {
      setAsked(null);
      showFailure(error, TEXTS.switchFailed);
    }
  };
  const openPopup = (address: string) => window.open(address, '_blank', `${POPUP},noopener,noreferrer`);

  return (
    <div className="grid gap-4">
      {owner.isMe && (
        <SwitchRow
          label={TEXTS.anyone}
          hint={shared ? TEXTS.anyoneOn : TEXTS.anyoneOff}
          checked={shared}
          onChange={(wanted) => void setShared(wanted)}
        />
      )}
      <div className="grid gap-1.5">
        <label htmlFor={linkId} className="text-15 font-semi">
          {TEXTS.link}
        </label>
        <div className="flex gap-2">
          <input id={linkId} readOnly value={link} className="input min-w-0 flex-1" onFocus={(event) => event.target.select()} />
          <CopyButton link={link} />
        </div>
        {!onServer && <p className="text-15 text-ink-2">{TEXTS.onServerFirst}</p>}
      </div>
      <div className="mt-2 grid gap-2">
        <Button onClick={() => openPopup(facebookLink(link))}>{TEXTS.facebook}</Button>
        <Button onClick={() => openPopup(xLink(link, video.title))}>{TEXTS.x}</Button>
      </div>
    </div>
  );
}

/** After a copy the icon is a check mark for two seconds. */
function CopyButton({ link }: { link: string }) {
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(0), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied((times) => times + 1);
      showToast(TEXTS.copied);
    } catch {
      showError(TEXTS.copyFailed.description, TEXTS.copyFailed.title);
    }
  };
  return <IconButton icon={copied ? 'check' : 'copy'} label={TEXTS.copy} className="border border-control" onClick={() => void copy()} />;
}
