import { CommentBox } from './comment-box.tsx';
import { CommentList } from './comment-list.tsx';
import { COMMENT_TEXTS as TEXTS } from './texts.ts';
import { useCommentsElsewhere } from './use-comments-elsewhere.ts';

/** The comment box and the comments on a partner's session that this device does not hold. */
export function CommentsElsewhere({ videoId }: { videoId: string }) {
  const draftKey = `comments.create:${videoId}`;
  const { comments, post } = useCommentsElsewhere(videoId, draftKey);
  const held = typeof comments === 'string' ? [] : comments;
  const none = comments === 'asking' ? TEXTS.loading : comments === 'failed' ? TEXTS.fetchFailed : TEXTS.none;
  return (
    <>
      <CommentBox key={draftKey} draftKey={draftKey} onPost={post} />
      <CommentList comments={held} none={none} />
    </>
  );
}
