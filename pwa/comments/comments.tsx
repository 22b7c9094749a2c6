import { useEffect, useRef } from 'react';
import { listComments } from '../../sync/queries/comments.ts';
import { useNow } from '../dates/use-now.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { CommentBox } from './comment-box.tsx';
import { CommentLine } from './comment-line.tsx';
import { COMMENT_TEXTS as TEXTS } from './texts.ts';
import { useCommentActions } from './use-comment-actions.ts';

/** 'x minutes ago' stays true to half a minute. */
const TICK_MS = 30_000;

/** The comment box and the comments on one session, newest first. */
export function Comments({ videoId }: { videoId: string }) {
  const store = useStore();
  const comments = useLive(() => listComments(store, videoId), [store, videoId]);
  const now = useNow(TICK_MS);
  const draftKey = `comments.create:${videoId}`;
  const { post, remove } = useCommentActions(videoId, draftKey);
  const region = useRef<HTMLDivElement>(null);
  const removing = useRef<string | null>(null);
  const removeOne = (id: string) => {
    removing.current = id;
    void remove(id);
  };
  // The line takes the focus with it that its question gave back.
  useEffect(() => {
    const isGone = removing.current !== null && comments?.every(({ comment }) => comment.id !== removing.current);
    if (!isGone) return;
    removing.current = null;
    region.current?.querySelector('textarea')?.focus();
  }, [comments]);
  return (
    <div ref={region}>
      <CommentBox key={draftKey} draftKey={draftKey} onPost={post} />
      {comments && comments.length > 0 ? (
        <ul aria-label={TEXTS.title} className="mt-3 divide-y divide-line border-t border-line">
          {comments.map((card) => (
            <CommentLine key={card.comment.id} card={card} now={now} onRemove={removeOne} />
          ))}
        </ul>
      ) : (
        <p role="status" className="mt-3 border-t border-line py-3 text-ink-2">
          {comments ? TEXTS.none : TEXTS.loading}
        </p>
      )}
    </div>
  );
}
