import { Suspense } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { getSession, type SessionCard } from '../../../sync/queries/sessions.ts';
import { Comments } from '../../comments/comments.tsx';
import { Boundary } from '../../components/boundary.tsx';
import { lazyWithPreload } from '../../components/lazy-component.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { usePosterSource } from '../../media/use-poster-source.ts';
import { ReportButton } from '../../reports/report-button.tsx';
import { SetsSection } from '../../sets/sets-section.tsx';
import { ShareDialog } from '../../sharing/lazy-share-dialog.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { useSyncTotal } from '../../sync/use-sync-total.ts';
import { RowChip } from '../../sync-tray/row-chip.tsx';
import { DownloadButton } from './download-button.tsx';
import { SessionArticle } from './session-article.tsx';
import { TEXTS } from './texts.ts';

// Most sessions that people open are on their device.
const SessionElsewhere = lazyWithPreload(async () => (await import('./session-elsewhere.tsx')).SessionElsewhere);
const HidingNotice = lazyWithPreload(async () => (await import('../../reports/hiding-notice.tsx')).HidingNotice);

/** A session's page inside the app, at `/video/{id}` (R45). */
export function VideoScreen() {
  const { videoId = '' } = useParams();
  const store = useStore();
  const session = useLive(() => getSession(store, videoId), [store, videoId]);
  const total = useSyncTotal();
  const back = useBackToLog();

  // Before the first sync, a linked session may not have arrived yet.
  const mayStillCome = session === null && total !== undefined && total.lastSyncedAt === null && !total.offline;
  const loading = <Skeleton heading={TEXTS.title} text={TEXTS.loading} rows={1} />;
  if (session === undefined || total === undefined || mayStillCome) return loading;
  if (!session) {
    return (
      <Suspense fallback={loading}>
        <SessionElsewhere key={videoId} id={videoId} onBack={back} />
      </Suspense>
    );
  }
  return <SessionPage session={session} onBack={back} />;
}

function SessionPage({ session, onBack }: { session: SessionCard; onBack: () => void }) {
  const location = useLocation();
  const startAtOnce = (location.state as { play?: unknown } | null)?.play === true;
  const { video, dog, owner, sync, commentCount, sets } = session;
  const name = owner.name ?? TEXTS.nameless;
  const face = usePosterSource(dog?.picture ?? null, dog?.image ?? null);
  return (
    <SessionArticle
      session={session}
      startAtOnce={startAtOnce}
      onBack={onBack}
      dog={{ name: dog?.name ?? null, picture: face }}
      owner={owner.isMe ? TEXTS.you : name}
      ownerName={name}
      counted={{ cards: sets, isMine: owner.isMe }}
      sets={<SetsSection video={video} sets={sets} isMine={owner.isMe} />}
      chip={
        <>
          <RowChip sync={sync} entityId={video.id} />
          {owner.isMe && (
            <Boundary fallback={() => null}>
              <Suspense fallback={null}>
                <HidingNotice subjectId={video.id} />
              </Suspense>
            </Boundary>
          )}
        </>
      }
      actions={
        owner.isMe ? (
          <DownloadButton session={session} />
        ) : (
          <ReportButton
            isIcon
            reporting={{
              subject: 'video',
              subjectId: video.id,
              title: video.title,
              person: { id: video.ownerId, name: owner.name ?? '', isPartner: true },
            }}
          />
        )
      }
      comments={{ count: commentCount, list: <Comments videoId={video.id} /> }}
      shareDialog={(onClose) => <ShareDialog id={video.id} onClose={onClose} />}
    />
  );
}

/** Goes back to where the person left the log. If a link opened this page, opens the log at the top instead. */
function useBackToLog(): () => void {
  const navigate = useNavigate();
  const location = useLocation();
  const cameFromLog = (location.state as { fromLog?: unknown } | null)?.fromLog === true;
  return () => void (cameFromLog ? navigate(-1) : navigate('/'));
}
