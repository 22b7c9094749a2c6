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
  keeping: (percent: string) => `Saving… ${percent}`,
  keepFailed: "Couldn't download this. Please try again.",
  comments: 'Comments',
  play: (title: string) => `Play video: ${title}`,
  pictureOf: (title: string) => `Picture: ${title}`,
  byLink: 'Shared with you by link.',
  notFound: {
    title: 'Video Not Found',
    description: "It was deleted, or it isn't shared with you.",
    action: 'Back to Training Log',
  },
  notHere: {
    title: "Couldn't load this video",
    description: "It isn't on this device, and the server couldn't send it.",
    action: 'Try again',
  },
} as const;
