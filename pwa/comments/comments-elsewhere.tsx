import { useRef } from 'react';
import type { VideoAnswer } from '../../api/contract/entities/video.ts';
import { CommentBox } from './comment-box.tsx';
import { CommentList } from './comment-list.tsx';
import { COMMENT_TEXTS as TEXTS } from './texts.ts';
import { useCommentsElsewhere } from './use-comments-elsewhere.ts';

/** The comment box and comments for a partner's session that is not stored on this device. */
export function CommentsElsewhere({ video }: { video: Pick<VideoAnswer, 'id' | 'ownerId'> }) {
  const draftKey = `comments.create:${video.id}`;
  const { comments, post, remove } = useCommentsElsewhere(video);
  const region = useRef<HTMLDivElement>(null);
  const held = typeof comments === 'string' ? [] : comments;
  const none = comments === 'asking' ? TEXTS.loading : comments === 'failed' ? TEXTS.fetchFailed : TEXTS.none;
  const focusBox = () => region.current?.querySelector('textarea')?.focus();
  // The dialog returned the focus to the comment that is now gone; move the focus to the box.
  const removeOne = async (id: string) => {
    if (await remove(id)) focusBox();
  };
  return (
    <div ref={region}>
      <CommentBox key={draftKey} draftKey={draftKey} onPost={post} />
      <CommentList comments={held} none={none} onRemove={(id) => void removeOne(id)} onBlocked={focusBox} />
    </div>
  );
}
