/** Texts of the comments, in the log's dialog and on the session's page (R84, R85). */
export const COMMENT_TEXTS = {
  title: 'Comments',
  on: (title: string) => `On “${title}”`,
  field: 'Comment',
  placeholder: 'What did you see?',
  post: 'Post',
  posting: 'Posting...',
  loading: 'Loading comments...',
  fetchFailed: 'Failed to fetch comments',
  none: 'No comments yet. Be the first to comment!',
  user: (shortId: string) => `User ${shortId}`,
  recently: 'Recently',
  remove: 'Delete',
  removeOf: (author: string) => `Delete comment of ${author}`,
  askRemove: {
    title: 'Delete this comment?',
    confirm: 'Delete comment',
    ofAnother: (author: string) => `It was written by ${author}. It cannot be brought back.`,
    ofMine: 'It cannot be brought back.',
  },
  gone: 'This session is no longer there.',

  success: 'Success',
  posted: 'Comment posted',
  postFailed: 'Failed to post comment',
  removeFailed: 'Failed to delete comment',

  // For comments that are posted and deleted by direct calls, without the queue.
  postOffline: { title: 'You are offline', description: 'Your words stay here. Post them when there is a connection.' },
  removeOffline: { title: 'You are offline', description: 'Nothing was deleted. This needs a connection.' },
} as const;
