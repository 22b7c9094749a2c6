import { SCREEN_TITLES } from '../../shell/screen-titles.ts';

/** Texts of a session's page (R45). */
export const TEXTS = {
  title: SCREEN_TITLES.video,
  back: 'Training Log',
  backToLog: 'Back to Training Log',
  notes: 'Notes',
  noNotes: 'No notes.',
  loading: 'Loading training sessions...',
  you: 'You',
  /** Another trainer without a known name (R29). */
  nameless: 'Training Partner',
  share: 'Share',
  keepHere: (device: string) => `Keep on this ${device}`,
  keeping: (percent: string) => `Saving… ${percent}`,
  keepFailed: "Couldn't download this. Please try again.",
  comments: 'Comments',
  /** Leaves out an unknown count. */
  commentCount: (count?: number) =>
    count === undefined ? TEXTS.comments : count === 0 ? 'Comment' : count === 1 ? '1 comment' : `${count} comments`,
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
