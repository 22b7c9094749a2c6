/** Texts shared by all screens with server lists. */
export const ONLINE_TEXTS = {
  asOf: (moment: string) => `As of ${moment}`,
  offline: (moment: string) => `Offline. Last updated ${moment}`,
  refused: (moment: string) => `Couldn't refresh. Last updated ${moment}`,
  nothingDone: { title: 'You are offline', description: "Nothing changed. Try again when you're online." },
  refresh: 'Refresh',
  refreshing: 'Refreshing...',
} as const;
