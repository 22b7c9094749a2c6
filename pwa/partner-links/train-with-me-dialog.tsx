import { useRef, useState } from 'react';
import { Button } from '../components/button.tsx';
import { CopyText } from '../components/copy-text.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { SwitchRow } from '../components/switch-row.tsx';
import { formatDate, formatMoment } from '../dates/format-date.ts';
import { deviceDay, deviceZone } from '../dates/training-moment.ts';
import { linkAddress } from './link-address.ts';
import { QrCode } from './qr-code.tsx';
import { LINK_TEXTS as TEXTS } from './texts.ts';
import { type OwnLink, useOwnLink } from './use-own-link.ts';

const dayOf = (moment: string): string => formatDate(deviceDay(Date.parse(moment)));

/** Shows a code and a link with which another person becomes a training partner (R377). */
export function TrainWithMeDialog({ onClose }: { onClose: () => void }) {
  const own = useOwnLink();
  // Someone who saw it before may have used it. The server says so in a moment.
  const isDoubtful = own.check === 'asking' && own.link?.wasShown;
  return (
    <Dialog open title={TEXTS.open} description={TEXTS.description} onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 pb-2">
        {own.link && !isDoubtful ? <Shown key={own.link.id} own={own} link={own.link} /> : <Missing own={own} />}
        <Others own={own} />
      </div>
    </Dialog>
  );
}

/** Keyed by its link: 'Partners at once' is off again for the next one. */
function Shown({ own: { check, renew, shared }, link: { secrets, expiresAt } }: { own: OwnLink; link: NonNullable<OwnLink['link']> }) {
  const [isDirect, setDirect] = useState(false);
  const [isRenewing, setRenewing] = useState(false);
  const address = linkAddress(isDirect ? secrets.partner : secrets.request);
  const again = async () => {
    setRenewing(true);
    await renew();
    setRenewing(false);
  };
  return (
    <>
      <div className="mx-auto grid w-full max-w-[300px] gap-2 text-center">
        <QrCode text={address} label={TEXTS.code} />
        <p className="text-15 text-ink-2">{TEXTS.works(dayOf(expiresAt))}</p>
        <p role="status" className="text-15 text-ink-2 empty:hidden">
          {check !== 'asking' && check !== 'checked' && TEXTS.unchecked[check]}
        </p>
      </div>
      <SwitchRow label={TEXTS.direct} hint={isDirect ? TEXTS.directOn : TEXTS.directOff} checked={isDirect} onChange={setDirect} />
      <div className="flex flex-wrap gap-2">
        {'share' in navigator && (
          <Button icon="share" onClick={() => void navigator.share({ title: TEXTS.open, url: address }).then(shared, () => undefined)}>
            {TEXTS.share}
          </Button>
        )}
        <CopyText key={address} icon="copy" text={address} label={TEXTS.copy} byHandLabel={TEXTS.copyField} onCopy={shared} />
        <Button tone="quiet" icon="retry" pending={isRenewing && TEXTS.renewing} onClick={() => void again()}>
          {TEXTS.renew}
        </Button>
      </div>
    </>
  );
}

function Missing({ own: { link, check, checkAgain } }: { own: OwnLink }) {
  if (link === undefined || check === 'asking' || check === 'slow' || check === 'checked') return <p role="status">{TEXTS.reading}</p>;
  return (
    <div className="grid justify-items-start gap-3">
      <p role="status">{check === 'offline' ? TEXTS.offlineNone : TEXTS.failedNone}</p>
      <Button icon="retry" onClick={() => void checkAgain()}>
        {TEXTS.retry}
      </Button>
    </div>
  );
}

/** Those of other devices, which may be lost, and those that were sent to someone or that someone keeps. */
function Others({ own: { others, revoke } }: { own: OwnLink }) {
  const [revoking, setRevoking] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  if (others.length === 0) return null;
  const end = async (id: string) => {
    // The pressed button will be gone.
    heading.current?.focus();
    setRevoking(id);
    await revoke(id);
    setRevoking(null);
  };
  return (
    <section aria-labelledby="other-links">
      <h3 ref={heading} tabIndex={-1} id="other-links">
        {TEXTS.others}
      </h3>
      <ul className="mt-2 divide-y divide-line border-t border-line">
        {others.map((link) => {
          const made = formatMoment(link.createdAt, deviceZone());
          return (
            <ItemBoundary key={link.id} what="link" id={link.id} resetKey={link}>
              <li className="flex flex-wrap items-center justify-between gap-x-3 py-2">
                <span className="text-15">{link.isKept ? TEXTS.otherKept(made) : TEXTS.other(made, dayOf(link.expiresAt))}</span>
                <Button
                  tone="danger"
                  aria-label={revoking === link.id ? undefined : TEXTS.revokeOf(made)}
                  pending={revoking === link.id && TEXTS.revoking}
                  onClick={() => void end(link.id)}
                >
                  {TEXTS.revoke}
                </Button>
              </li>
            </ItemBoundary>
          );
        })}
      </ul>
    </section>
  );
}
