import { DELETED_KEPT_DAYS } from '../../../api/contract/limits.ts';

/**
 * Texts by reader: someone without access, someone on the waitlist, a beta tester, anyone else. `account` is the signed-in
 * address, or 'This account' until it is known.
 */
export const WHY_TEXTS = {
  noPlace: {
    title: 'Not in the beta yet',
    description: (account: string) => `${account} doesn't have beta access yet. Join the waitlist to get a place.`,
  },
  waiting: {
    title: 'Not in the beta yet',
    description: (account: string) => `${account} doesn't have beta access yet. It's on the waitlist.`,
  },
  tester: {
    title: 'Not for this account',
    description: () => "This page is for admins. Your own access hasn't changed.",
  },
  anyone: {
    title: 'Private beta',
    description: () => 'Longline is in private beta. Join the waitlist to get a place.',
  },
} as const;

export const TEXTS = {
  home: 'Back to Home',
  logout: 'Logout',
  again: 'Try Again',
  thisAccount: 'This account',
  asking: 'Asking the server...',
  unchanged: (moment: string) => `Nothing has changed yet. Checked at ${moment}.`,
  unreachable: "Couldn't reach the server. Try again when you're online.",
};

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

export const OWN_DATA_TEXTS = {
  title: 'Your data',
  description: 'If you used Longline before, others no longer see your data. You can take it with you or delete it.',
  review: 'Review my data',
  reading: 'Reading...',
  nothing: 'This account has no data in Longline.',
  holds: ({
    sessions,
    dogs,
    cues,
    programs,
    plans,
    trials,
    comments,
  }: Record<'sessions' | 'dogs' | 'cues' | 'programs' | 'plans' | 'trials' | 'comments', readonly unknown[]>) =>
    `Longline has ${[
      counted(sessions.length, 'session'),
      counted(dogs.length, 'dog'),
      counted(cues.length, 'cue'),
      counted(programs.length, 'program'),
      counted(plans.length, 'plan'),
      counted(trials.length, 'trial'),
    ].join(', ')} and ${counted(comments.length, 'comment')} of yours.`,
  shown: ({ links, cues, trials, profile }: { links: number; cues: number; trials: number; profile: boolean }) =>
    links + cues + trials > 0 || profile
      ? `If your access returns, others can see these again: ${[...(profile ? ['your profile'] : []), counted(links, 'public link'), counted(cues, 'shared cue'), counted(trials, 'shown trial')].join(', ')}.`
      : 'All of it is private.',
  hide: 'Make everything private',
  hiding: 'Making private...',
  hidden: 'Your public links are off, and your profile, cues and trials are private.',
  delete: 'Delete my data',
  deleting: 'Deleting...',
  deleteTitle: 'Delete all your data?',
  deleteAsk: `Your sessions, dogs, cues, programs, plans, trials and comments will be deleted. The server removes them for good after ${DELETED_KEPT_DAYS} days.`,
  deleted: 'Your data is deleted.',
  failed: "Couldn't finish. Nothing is lost. Try again.",
} as const;
