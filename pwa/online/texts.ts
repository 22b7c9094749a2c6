/** Texts shared by all screens with server lists. */
export const ONLINE_TEXTS = {
  asOf: (moment: string) => `As of ${moment}`,
  offline: (moment: string) => `Offline. Last updated ${moment}`,
  refused: (moment: string) => `Couldn't refresh. Last updated ${moment}`,
  refresh: 'Refresh',
  refreshing: 'Refreshing...',
} as const;
