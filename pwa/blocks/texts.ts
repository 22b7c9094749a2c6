/** @param isPartner null if this device does not know it */
const endOf = (isPartner: boolean | null): string => {
  if (isPartner === null) return 'If you are partners, that ends. ';
  return isPartner ? 'Your partnership ends. ' : '';
};

/** Every text of blocking (R375), apart from the menu of a comment. */
export const BLOCK_TEXTS = {
  block: 'Block',
  blockOf: (name: string) => `Block ${name}`,
  ask: {
    title: (name: string) => `Block ${name}?`,
    from: 'From now on:',
    /** @param name short, as in a sentence */
    points: (name: string, isPartner: boolean | null) => [
      "You don't see each other in search, Community or comments",
      `${name} can't send you requests, or open your sessions without a public link`,
      `${endOf(isPartner)}${name} isn't told`,
    ],
    undo: "You can unblock them any time in Your data. A partnership doesn't come back.",
  },
  done: (name: string) => `${name} is blocked`,
  waits: (name: string) => `Saved. ${name} is blocked once you're online.`,
  failed: 'Failed to block this person',

  title: 'Blocked people',
  about: "They can't find you, see your sessions or write to you. They aren't told.",
  loading: 'Loading blocked people...',
  none: "You haven't blocked anyone.",
  since: (date: string) => `Blocked ${date}`,
  unblock: 'Unblock',
  unblockOf: (name: string) => `Unblock ${name}`,
  unblocked: (name: string) => `${name} is no longer blocked`,
  unblockWaits: (name: string) => `Saved. ${name} is unblocked once you're online.`,
  unblockFailed: 'Failed to unblock this person',

  profile: {
    title: (name: string) => `You have blocked ${name}`,
    description: "You don't see each other in Longline.",
    action: 'Unblock in Your data',
  },
} as const;
