/** Every text of Community (R74). */
export const TEXTS = {
  title: 'Browse Community',
  loading: 'Loading trainers...',
  search: 'Search by name',
  county: 'County',
  sport: 'Sport',
  allCounties: 'All counties',
  allSports: 'All sports',
  list: 'Trainers',
  empty: {
    title: 'No trainers found',
    nothing: 'No one has a public profile yet.',
    words: 'Try another name, or just its first letters.',
    choices: 'Try another county or sport.',
    both: 'Try another name, county or sport.',
    action: 'Show all trainers',
  },
  offline: { title: 'You are offline', description: "Trainers appear when you're online." },
  /** The product's text for a failed read (R137). */
  failed: { title: 'Failed to fetch users', description: "The server couldn't send the list. Please try again." },
  more: 'Show more trainers',
  reading: 'Loading...',
} as const;
