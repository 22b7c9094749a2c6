import { useId, useRef, useState } from 'react';
import type { Video } from '../../api/contract/entities/video.ts';
import { isPublicOnServer } from '../../sync/queries/public-link.ts';
import { getHidingReport } from '../../sync/queries/reports.ts';
import { getSession, type SessionCard } from '../../sync/queries/sessions.ts';
import type { RowSync } from '../../sync/status/row-sync.ts';
import { AGE_TEXTS } from '../age/texts.ts';
import { useIsMinor } from '../age/use-is-minor.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { SwitchRow } from '../components/switch-row.tsx';
import { showError } from '../components/toast-store.ts';
import { showFailure } from '../forms/show-failure.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { useMutate } from '../sync/use-mutate.ts';
import { RowChip } from '../sync-tray/row-chip.tsx';
import { CopyButton } from './copy-button.tsx';
import { facebookLink, sessionLink, xLink } from './network-links.ts';
import { ShareResults } from './share-results.tsx';
import { TEXTS } from './texts.ts';

const POPUP = 'popup,width=600,height=400';

/** The part of a session that the dialog needs. */
interface Shareable {
  video: Pick<Video, 'id' | 'title' | 'shared' | 'version'> & Partial<Pick<Video, 'showsResults'>>;
  owner: Pick<SessionCard['owner'], 'isMe'>;
  sync: RowSync;
  sets?: SessionCard['sets'];
}

export interface ShareDialogProps {
  id: string;
  onClose: () => void;
}

/** The Share dialog: who can open the link, the link, and two social networks (R103, R106). */
export function ShareDialog({ id, onClose }: ShareDialogProps) {
  const store = useStore();
  const session = useLive(() => getSession(store, id), [store, id]);
  if (session === undefined) return null;
  return (
    <Dialog open onClose={onClose} title={TEXTS.title} description={TEXTS.description}>
      {session ? (
        <div className="grid gap-6">
          <ShareSession session={session} />
          <ShareResults session={session} />
        </div>
      ) : (
        <p>{TEXTS.gone}</p>
      )}
    </Dialog>
  );
}

/** The Share dialog for someone else's session that is not on this device. */
export function ShareDialogElsewhere({
  video,
  onClose,
}: {
  video: Pick<Video, 'id' | 'title'> & { shared: boolean };
  onClose: () => void;
}) {
  return (
    <Dialog open onClose={onClose} title={TEXTS.title} description={TEXTS.description}>
      <ShareSession session={{ video: { ...video, version: 1 }, owner: { isMe: false }, sync: { state: 'synced' } }} />
    </Dialog>
  );
}

/** A switch that shows at once what the person chose: one that waited for the store would first flip back. */
function useSwitch(stored: boolean, save: (wanted: boolean) => Promise<unknown>): [on: boolean, turn: (wanted: boolean) => void] {
  const [asked, setAsked] = useState<boolean | null>(null);
  const turn = (wanted: boolean) => {
    setAsked(wanted);
    save(wanted).catch((error: unknown) => {
      setAsked(null);
      showFailure(error, TEXTS.switchFailed);
    });
  };
  return [asked ?? stored, turn];
}

function ShareSession({ session: { video, owner, sync, sets = [] } }: { session: Shareable }) {
  const store = useStore();
  const mutate = useMutate();
  const isMinor = useIsMinor();
  const linkId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState(false);
  const link = sessionLink(location.origin, video.id);
  const onServer = video.version > 0;

  const params = { id: video.id };
  const [shared, setShared] = useSwitch(video.shared, (wanted) => mutate(wanted ? 'videos.share' : 'videos.unshare', { params }));
  const [showsResults, setShowsResults] = useSwitch(video.showsResults ?? false, (wanted) =>
    mutate('videos.update', { params, payload: { showsResults: wanted, base: { showsResults: !wanted } } }),
  );
  const isPublic = useLive(() => isPublicOnServer(store, video.id), [store, video.id]) ?? video.shared;
  const hiding = useLive(() => (owner.isMe ? getHidingReport(store, video.id) : null), [store, owner.isMe, video.id]);
  const opensAfterSync = isPublic ? (shared ? TEXTS.anyoneOn : TEXTS.stillOn) : shared ? TEXTS.notYetOn : TEXTS.anyoneOff;
  const opensFor = hiding ? (hiding.outcome === null ? TEXTS.paused : TEXTS.takenDown) : opensAfterSync;

  const openPopup = (address: string) => window.open(address, '_blank', `${POPUP},noopener,noreferrer`);

  const tried = (copied: boolean) => {
    setRefused(!copied);
    // If the clipboard refused, select the link so that the person can copy it.
    if (copied) return;
    field.current?.focus();
    field.current?.select();
  };
  const shareByDevice = async () => {
    try {
      await navigator.share({ text: TEXTS.xText(video.title), url: link });
    } catch (error) {
      // Closing the system share sheet is not an error.
      if (!(error instanceof DOMException && error.name === 'AbortError')) showError(TEXTS.shareFailed);
    }
  };

  return (
    <div className="grid gap-4">
      {owner.isMe ? (
        <div className="grid gap-3">
          {isMinor && !shared ? (
            <p className="text-15 text-ink-2">{AGE_TEXTS.noLink}</p>
          ) : (
            <SwitchRow label={TEXTS.anyone} hint={opensFor} checked={shared} onChange={setShared} />
          )}
          {shared && sets.some(({ reps }) => reps.length > 0) && (
            <SwitchRow label={TEXTS.showResults} hint={TEXTS.showResultsHint} checked={showsResults} onChange={setShowsResults} />
          )}
          <div className="-mt-2 empty:hidden">
            <RowChip sync={sync} entityId={video.id} />
          </div>
        </div>
      ) : (
        <p className="text-15 text-ink-2">{shared ? TEXTS.anyoneOn : TEXTS.partnersOnly}</p>
      )}
      <div className="grid gap-1.5">
        <label htmlFor={linkId} className="text-15 font-semi">
          {TEXTS.link}
        </label>
        <div className="flex gap-2">
          <input
            ref={field}
            id={linkId}
            readOnly
            value={link}
            className="input min-w-0 flex-1"
            onFocus={(event) => event.target.select()}
          />
          <CopyButton link={link} onTried={tried} />
        </div>
        {refused && <p className="text-15 text-ink-2">{TEXTS.selected}</p>}
        {!onServer && <p className="text-15 text-ink-2">{TEXTS.onServerFirst}</p>}
      </div>
      <div className="mt-2 grid gap-2">
        {'share' in navigator && (
          <Button icon="share" onClick={() => void shareByDevice()}>
            {TEXTS.byDevice}
          </Button>
        )}
        <Button onClick={() => openPopup(facebookLink(link))}>{TEXTS.facebook}</Button>
        <Button onClick={() => openPopup(xLink(link, video.title))}>{TEXTS.x}</Button>
      </div>
    </div>
  );
}
