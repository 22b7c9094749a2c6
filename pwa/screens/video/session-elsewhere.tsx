import { useEffect, useRef } from 'react';
import type { SharedVideo, VideoAnswer } from '../../../api/contract/entities/video.ts';
import { readPartnerships } from '../../../sync/queries/partnerships.ts';
import { CommentsElsewhere } from '../../comments/comments-elsewhere.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { initials } from '../../components/initials.ts';
import { Skeleton } from '../../components/skeleton.tsx';
import { useDialogRoute } from '../../components/use-dialog-route.ts';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { formatMoment } from '../../dates/format-date.ts';
import { DialogBoundary } from '../../components/dialog-boundary.tsx';
import { ShareDialogElsewhere } from '../../sharing/share-dialog.tsx';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { BackToLog } from './back-to-log.tsx';
import { SessionMedia } from './session-media.tsx';
import { TEXTS } from './texts.ts';
import { useSessionElsewhere } from './use-session-elsewhere.ts';

/** A session that is not on this device, as the server shows it to this user, else 'Video Not Found'. */
export function SessionElsewhere({ id, onBack }: { id: string; onBack: () => void }) {
  const { session, askAgain } = useSessionElsewhere(id);
  useEndOfPartnership(typeof session === 'object' && session !== null && 'ownerName' in session ? session.ownerId : null, askAgain);
  if (session === 'asking') return <Skeleton heading={TEXTS.title} text={TEXTS.loading} rows={1} />;
  if (session !== null && session !== 'unreachable') return <ReadOnly video={session} onBack={onBack} />;
  const { title, description, action } = session === null ? TEXTS.notFound : TEXTS.notHere;
  return (
    <EmptyState
      level={1}
      icon="film"
      title={title}
      description={description}
      action={<Button onClick={session === null ? onBack : askAgain}>{action}</Button>}
    />
  );
}

/** Asks the server again when the partnership ends, so that an open page stops showing the partner's session. */
function useEndOfPartnership(ownerId: string | null, onEnd: () => void) {
  const store = useStore();
  const partnerships = useLive(() => readPartnerships(store), [store]);
  const isPartner = ownerId !== null && partnerships?.get(ownerId)?.state === 'partner';
  const was = useRef<string | null>(null);
  useEffect(() => {
    const ended = ownerId !== null && was.current === ownerId && !isPartner;
    was.current = isPartner ? ownerId : null;
    if (ended) onEnd();
  }, [ownerId, isPartner, onEnd]);
}

function ReadOnly({ video, onBack }: { video: VideoAnswer | SharedVideo; onBack: () => void }) {
  useDocumentTitle(video.title);
  // The server names the owner only to the owner and partners, who may also comment.
  const ofPartner = 'ownerName' in video;
  const sharing = useDialogRoute('share', []);
  return (
    <>
      <BackToLog onBack={onBack} />
      <article className="max-w-[720px]">
        <div className="mb-3 flex flex-wrap items-center gap-3 text-15">
          <Avatar
            size={48}
            src={ofPartner ? video.dogImage : null}
            initials={initials([video.dogName ?? (ofPartner ? video.ownerName : null)], 'T')}
          />
          <div className="min-w-0 flex-1 leading-[1.4]">
            {video.dogName !== null && <b className="block">{video.dogName}</b>}
            <span className="block text-ink-3">{ofPartner ? video.ownerName : TEXTS.byLink}</span>
          </div>
          <time dateTime={video.trainedAt} className="text-ink-3">
            {formatMoment(video.trainedAt, video.trainedZone)}
          </time>
        </div>
        <SessionMedia session={{ video, media: null }} startAtOnce={false} />
        <h1 className="mt-6" tabIndex={-1}>
          {video.title}
        </h1>
        {video.description && <p className="mt-2 max-w-[60ch] whitespace-pre-line text-ink-2">{video.description}</p>}
        <div className="-ms-3 mt-2 flex flex-wrap">
          <Button tone="quiet" icon="share" onClick={() => sharing.open()}>
            {TEXTS.share}
          </Button>
        </div>
        {ofPartner && (
          <section className="mt-8">
            <h2 className="pb-3">{TEXTS.comments}</h2>
            <CommentsElsewhere video={video} />
          </section>
        )}
        {sharing.isOpen && (
          <DialogBoundary onClose={sharing.close}>
            <ShareDialogElsewhere video={{ shared: true, ...video }} onClose={sharing.close} />
          </DialogBoundary>
        )}
      </article>
    </>
  );
}
