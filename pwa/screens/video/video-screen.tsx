import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { getSession, type SessionCard } from '../../../sync/queries/sessions.ts';
import { Comments } from '../../comments/comments.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { initials } from '../../components/initials.ts';
import { Skeleton } from '../../components/skeleton.tsx';
import { useDialogRoute } from '../../components/use-dialog-route.ts';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { formatMoment } from '../../dates/format-date.ts';
import { usePosterSource } from '../../media/use-poster-source.ts';
import { DialogBoundary } from '../../components/dialog-boundary.tsx';
import { ShareDialog } from '../../sharing/share-dialog.tsx';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { useSyncTotal } from '../../sync/use-sync-total.ts';
import { RowChip } from '../../sync-tray/row-chip.tsx';
import { BackToLog } from './back-to-log.tsx';
import { DownloadButton } from './download-button.tsx';
import { SessionElsewhere } from './session-elsewhere.tsx';
import { SessionMedia } from './session-media.tsx';
import { TEXTS } from './texts.ts';

/** A session's page inside the app, at `/video/{id}` (R45). */
export function VideoScreen() {
  const { videoId = '' } = useParams();
  const store = useStore();
  const session = useLive(() => getSession(store, videoId), [store, videoId]);
  const total = useSyncTotal();
  const back = useBackToLog();

  // Before the first sync, a linked session may not have arrived yet.
  const mayStillCome = session === null && total !== undefined && total.lastSyncedAt === null && !total.offline;
  if (session === undefined || total === undefined || mayStillCome) return <Skeleton heading={TEXTS.title} text={TEXTS.loading} rows={1} />;
  if (!session) return <SessionElsewhere key={videoId} id={videoId} onBack={back} />;
  return (
    <>
      <BackToLog onBack={back} />
      <SessionPage session={session} />
    </>
  );
}

function SessionPage({ session }: { session: SessionCard }) {
  const location = useLocation();
  const startAtOnce = (location.state as { play?: unknown } | null)?.play === true;
  const { video, dog, owner, sync, commentCount } = session;
  useDocumentTitle(video.title);
  const name = owner.name ?? TEXTS.nameless;
  const face = usePosterSource(dog?.picture ?? null, dog?.image ?? null);
  const sharing = useDialogRoute('share', []);
  return (
    <article className="max-w-[720px]">
      <div className="mb-3 flex flex-wrap items-center gap-3 text-15">
        <Avatar size={48} src={face} initials={initials([dog?.name ?? name], 'T')} />
        <div className="min-w-0 flex-1 leading-[1.4]">
          {dog && <b className="block">{dog.name}</b>}
          <span className="block text-ink-3">{owner.isMe ? TEXTS.you : name}</span>
        </div>
        <time dateTime={video.trainedAt} className="text-ink-3">
          {formatMoment(video.trainedAt, video.trainedZone)}
        </time>
      </div>
      <SessionMedia session={session} startAtOnce={startAtOnce} />
      <h1 className="mt-6" tabIndex={-1}>
        {video.title}
      </h1>
      {video.description && <p className="mt-2 max-w-[60ch] whitespace-pre-line text-ink-2">{video.description}</p>}
      <div className="mt-3 empty:hidden">
        <RowChip sync={sync} entityId={video.id} />
      </div>
      <div className="-ms-3 mt-2 flex flex-wrap">
        <Button tone="quiet" icon="share" onClick={() => sharing.open()}>
          {TEXTS.share}
        </Button>
        <DownloadButton session={session} />
      </div>
      <section className="mt-8">
        <h2 className="pb-3">
          {TEXTS.comments} {commentCount > 0 && <span className="ms-1 font-regular text-ink-3">{commentCount}</span>}
        </h2>
        <Comments videoId={video.id} />
      </section>
      {sharing.isOpen && (
        <DialogBoundary onClose={sharing.close}>
          <ShareDialog id={video.id} onClose={sharing.close} />
        </DialogBoundary>
      )}
    </article>
  );
}

/** Goes back to the log where the user left it; opened by link, there is no such place, so the log opens at the top. */
function useBackToLog(): () => void {
  const navigate = useNavigate();
  const location = useLocation();
  const cameFromLog = (location.state as { fromLog?: unknown } | null)?.fromLog === true;
  return () => void (cameFromLog ? navigate(-1) : navigate('/'));
}
