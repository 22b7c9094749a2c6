import type { OwnContent } from '../../sync/sign-out/earlier-account.ts';

const counted = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`);

/** '12 sessions, 2 dogs, 1 draft'. */
export const contentWords = ({ sessions, dogs, cues, programs, drafts }: OwnContent): string =>
  (
    [
      [sessions, 'session'],
      [dogs, 'dog'],
      [cues, 'cue'],
      [programs, 'program'],
      [drafts, 'draft'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, one]) => counted(count, one))
    .join(', ');
