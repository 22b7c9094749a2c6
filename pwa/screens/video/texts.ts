/** Texts of the session's page (specification, section 2, 'Video page'). */
export const TEXTS = {
  back: 'Training Log',
  loading: 'Loading training sessions...',
  you: 'You',
  share: 'Share',
  comments: 'Comments',
  play: (title: string) => `Play video: ${title}`,
  notFound: {
    title: 'Video Not Found',
    description: 'It was deleted, or it is not shared with you.',
    action: 'Back to Training Log',
  },
} as const;
