import { PARTNER_LINK_DAYS } from '../../api/contract/limits.ts';
import { JOIN_PATH } from './join-path.ts';
import { secretIn } from './link-address.ts';

const KEY = 'longline-waiting-link';
const LINK_MS = PARTNER_LINK_DAYS * 86_400_000;

/**
 * Keeps the secret of the link that the page was opened with, through a sign-in and until its person has decided. Takes it out of
 * the address, which stays in the browser's history.
 */
export function holdWaitingLink(): void {
  const secret = location.pathname === JOIN_PATH ? secretIn(location.hash) : null;
  if (secret === null) return;
  try {
    localStorage.setItem(KEY, `${secret} ${Date.now()}`);
    history.replaceState(history.state, '', JOIN_PATH);
  } catch {
    // The storage is full, and the app must start.
  }
}

export function readWaitingLink(): string | null {
  const [secret = '', at] = localStorage.getItem(KEY)?.split(' ') ?? [];
  return secretIn(`#${secret}`) !== null && Date.now() - Number(at) < LINK_MS ? secret : null;
}

/** @param secret another tab may hold another one by now, which stays; all if it is omitted */
export function forgetWaitingLink(secret?: string): void {
  if (secret === undefined || readWaitingLink() === secret) localStorage.removeItem(KEY);
}
