import { useEffect, useRef } from 'react';
import type { SharedVideo, VideoAnswer } from '../../../api/contract/entities/video.ts';
import { readPartnerships } from '../../../sync/queries/partnerships.ts';
import { CommentsElsewhere } from '../../comments/comments-elsewhere.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { ReportButton } from '../../reports/report-button.tsx';
import { ResultsByLink } from '../../sets/results-by-link.tsx';
import { ShareDialogElsewhere } from '../../sharing/lazy-share-dialog.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { SessionArticle } from './session-article.tsx';
import { TEXTS } from './texts.ts';
import { useSessionElsewhere } from './use-session-elsewhere.ts';

/** A session that is not on this device, as the server shows it to this person, or why it cannot be shown. */
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
  const { userId } = useStore();
  // The server names the owner only to the owner and partners, who may also comment.
  const ofPartner = 'ownerName' in video ? video : null;
  return (
    <SessionArticle
      session={{ video, media: null }}
      startAtOnce={false}
      onBack={onBack}
      dog={{ name: video.dogName, picture: ofPartner?.dogImage ?? null }}
      owner={ofPartner?.ownerName ?? TEXTS.byLink}
      ownerName={ofPartner?.ownerName ?? null}
      sets={'results' in video && <ResultsByLink results={video.results} title={video.title} />}
      actions={
        ofPartner?.ownerId !== userId && (
          <ReportButton
            isIcon
            reporting={{
              subject: 'video',
              subjectId: video.id,
              title: video.title,
              person: ofPartner && { id: ofPartner.ownerId, name: ofPartner.ownerName, isPartner: true },
            }}
          />
        )
      }
      comments={ofPartner && { list: <CommentsElsewhere video={ofPartner} /> }}
      shareDialog={(onClose) => <ShareDialogElsewhere video={{ shared: true, ...video }} onClose={onClose} />}
    />
  );
}
