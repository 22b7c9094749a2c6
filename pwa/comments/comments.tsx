import { useEffect, useRef } from 'react';
import { listComments } from '../../sync/queries/comments.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { CommentBox } from './comment-box.tsx';
import { CommentList } from './comment-list.tsx';
import { COMMENT_TEXTS as TEXTS } from './texts.ts';
import { useCommentActions } from './use-comment-actions.ts';

/** The comment box and the comments on one session, newest first. */
export function Comments({ videoId }: { videoId: string }) {
  const store = useStore();
  const comments = useLive(() => listComments(store, videoId), [store, videoId]);
  const draftKey = `comments.create:${videoId}`;
  const { post, remove } = useCommentActions(videoId);
  const region = useRef<HTMLDivElement>(null);
  const removing = useRef<string | null>(null);
  const removeOne = (id: string) => {
    removing.current = id;
    void remove(id);
  };
  const focusBox = () => region.current?.querySelector('textarea')?.focus();
  // The dialog returned the focus to the comment that was then removed; move the focus to the box.
  useEffect(() => {
    const isGone = removing.current !== null && comments?.every(({ comment }) => comment.id !== removing.current);
    if (!isGone) return;
    removing.current = null;
    focusBox();
  }, [comments]);
  return (
    <div ref={region}>
      <CommentBox key={draftKey} draftKey={draftKey} onPost={post} />
      <CommentList comments={comments ?? []} none={comments ? TEXTS.none : TEXTS.loading} onRemove={removeOne} onBlocked={focusBox} />
    </div>
  );
}
