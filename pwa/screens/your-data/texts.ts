/** The title of 'Your data'; its list has texts of its own. */
export const TEXTS = { title: 'Your data' } as const;
