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

/** Texts of marking a film, and of the reps marked in it (R349, R350). */
export const FILM_TEXTS = {
  markReps: 'Mark reps',
  reps: 'Reps',
  /** The button that opens the reps of the film. */
  repsIn: (misses: number, reps: number) =>
    misses > 0 ? `${misses} ${misses === 1 ? 'miss' : 'misses'}` : `${reps} ${reps === 1 ? 'rep' : 'reps'}`,
  done: 'Done',
  hit: 'Hit',
  miss: 'Miss',
  helped: 'Helped',
  undo: 'Undo',
  exercise: 'Exercise',
  newSet: (exercise: string) => `New: ${exercise}`,
  said: { hit: 'Hit', miss: 'Miss', helped: 'Helped', undone: 'Undone' },
  kinds: { hit: 'Hit', miss: 'Miss', helped: 'Helped' },
  which: 'Which reps',
  lists: { miss: 'Misses', hit: 'Hits', all: 'All' },
  chapters: 'Reps in the film',
  chapter: (number: number, exercise: string) => `Rep ${number} · ${exercise}`,
  next: 'Next',
  playing: (place: number, of: number) => `${place} of ${of}`,
} as const;
