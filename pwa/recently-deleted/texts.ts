import { DELETED_KEPT_DAYS } from '../../api/contract/limits.ts';
import type { Restorable } from '../../sync/queries/deleted.ts';

/** Every text of Recently deleted (R46, R47). */
export const TEXTS = {
  title: 'Recently deleted',
  description: `Restore what you deleted within ${DELETED_KEPT_DAYS} days. After that it's permanently deleted, with its video or picture.`,
  empty: {
    title: 'Nothing deleted',
    description: `Deleted sessions, exercises, plans, trials, dogs, cues and programs stay here for ${DELETED_KEPT_DAYS} days.`,
  },
  kinds: {
    videos: 'Session',
    dogs: 'Dog',
    cues: 'Cue',
    programs: 'Program',
    sets: 'Exercise',
    plans: 'Plan',
    trials: 'Trial',
  } satisfies Record<Restorable, string>,
  daysLeft: (days: number) => (days === 1 ? '1 day left' : `${days} days left`),
  restore: 'Restore',
  restoreOf: (name: string) => `Restore ${name}`,
  restored: (name: string) => `${name} restored`,
  failed: "Couldn't restore this. Please try again.",
} as const;
