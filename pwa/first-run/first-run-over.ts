/** Stores the id of the person who left the first run, so that the next person on this device still sees it. */
const KEY = 'first-run-over';

export const isFirstRunOver = (userId: string): boolean => localStorage.getItem(KEY) === userId;

export const endFirstRun = (userId: string): void => localStorage.setItem(KEY, userId);
