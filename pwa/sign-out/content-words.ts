import type { OwnContent } from '../../sync/sign-out/earlier-account.ts';

const counted = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`);

/** '12 sessions, 2 dogs, 1 draft, your profile'. */
export const contentWords = ({ profiles, ...counts }: OwnContent): string =>
  [
    ...WORDS.filter(([kind]) => counts[kind] > 0).map(([kind, one]) => counted(counts[kind], one)),
    ...(profiles > 0 ? ['your profile'] : []),
  ].join(', ');

const WORDS: readonly (readonly [kind: Exclude<keyof OwnContent, 'profiles'>, one: string])[] = [
  ['sessions', 'session'],
  ['dogs', 'dog'],
  ['cues', 'cue'],
  ['programs', 'program'],
  ['plans', 'plan'],
  ['trials', 'trial'],
  ['comments', 'comment'],
  ['files', 'file'],
  ['drafts', 'draft'],
  ['changes', 'change'],
];
