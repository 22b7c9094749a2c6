/** Texts shared by all screens with server lists. */
export const ONLINE_TEXTS = {
  asOf: (moment: string) => `As of ${moment}`,
  offline: (moment: string) => `Offline, as of ${moment}`,
  refused: (moment: string) => `Could not be read anew, as of ${moment}`,
  refresh: 'Refresh',
  refreshing: 'Refreshing...',
} as const;
