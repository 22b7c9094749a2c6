import { SCREEN_TITLES } from '../../shell/screen-titles.ts';

/** Every text of Training Partners (R66). */
export const TEXTS = {
  title: SCREEN_TITLES.partners,
  invite: 'Invite partner',
  loading: 'Loading training partners...',
  incoming: 'Pending Requests',
  sent: 'Sent Requests',
  partners: 'Your Training Partners',
  empty: { title: 'No training partners yet', description: "Invite someone by their name or their dog's." },

  sentOn: (date: string) => `Sent ${date}`,
  connected: (date: string) => `Connected ${date}`,
  withdraw: 'Withdraw',
  withdrawOf: (name: string) => `Withdraw request to ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  askRemove: {
    title: (name: string) => `Remove ${name}?`,
    text: "You will no longer see each other's sessions.",
    confirm: 'Remove partner',
  },

  inviteDialog: {
    title: 'Invite Training Partner',
    description: "Search by their name or their dog's. Only public profiles appear.",
    search: 'Name or dog name',
    find: 'Search',
    finding: 'Searching...',
    found: 'People found',
    more: 'Show more people',
    reading: 'Loading...',
    offline: 'You are offline. Searching needs a connection.',
    dogs: (names: readonly string[]) => names.join(', '),
  },
  // Toasts of the search (R72).
  notFound: { title: 'Not found', description: 'No users found matching your search' },
  searchFailed: 'Failed to search for users',
} as const;
