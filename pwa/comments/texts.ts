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
  removeOf: (author: string) => `Delete comment by ${author}`,
  moreOf: (author: string) => `More for the comment by ${author}`,
  blockOf: (author: string) => `Block ${author}`,
  askRemove: {
    title: 'Delete this comment?',
    confirm: 'Delete comment',
    ofAnother: (author: string) => `${author} wrote it. You can't undo this.`,
    ofMine: "You can't undo this.",
  },
  gone: 'This session is no longer available.',

  success: 'Success',
  posted: 'Comment posted',
  postFailed: 'Failed to post comment',
  removeFailed: 'Failed to delete comment',

  // Shown where comments are posted and deleted by direct calls instead of through the queue.
  postOffline: { title: 'You are offline', description: "Your comment stays here. Post it when you're online." },
  removeOffline: { title: 'You are offline', description: "Nothing was deleted. Try again when you're online." },
} as const;
