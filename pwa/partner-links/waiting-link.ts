import { JOIN_PATH } from './join-path.ts';
import { secretIn } from './link-address.ts';

const KEY = 'longline-waiting-link';

/**
 * Keeps the secret of the link that the page was opened with, through a sign-in and until its person has decided. Takes it out of
 * the address, which stays in the browser's history.
 */
export function holdWaitingLink(): void {
  const secret = location.pathname === JOIN_PATH ? secretIn(location.hash) : null;
  if (secret === null) return;
  waitForLink(secret);
  history.replaceState(history.state, '', JOIN_PATH);
}

export const waitForLink = (secret: string): void => localStorage.setItem(KEY, secret);
export const readWaitingLink = (): string | null => localStorage.getItem(KEY);
export const forgetWaitingLink = (): void => localStorage.removeItem(KEY);
