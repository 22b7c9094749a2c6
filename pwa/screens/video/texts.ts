/** Texts of a session's page (R45). */
export const TEXTS = {
  /** Until the session's own title is known. */
  title: 'Training session',
  back: 'Training Log',
  loading: 'Loading training sessions...',
  you: 'You',
  /** Another trainer whose name is not known here (R29). */
  nameless: 'Training Partner',
  share: 'Share',
  keepHere: (device: string) => `Keep on this ${device}`,
  keeping: (percent: string) => `Keeping… ${percent}`,
  keepFailed: 'This could not be fetched from the server. Please try again.',
  comments: 'Comments',
  play: (title: string) => `Play video: ${title}`,
  pictureOf: (title: string) => `Picture: ${title}`,
  byLink: 'Shared with you by its link.',
  notFound: {
    title: 'Video Not Found',
    description: 'It was deleted, or it is not shared with you.',
    action: 'Back to Training Log',
  },
  notHere: {
    title: 'Video could not be loaded',
    description: 'It is not on this device, and the server did not give it just now.',
    action: 'Try again',
  },
} as const;
