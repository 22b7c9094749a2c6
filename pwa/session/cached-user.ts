import type { SignedInUser } from '../../api/contract/entities/user.ts';
import { isSignedInUser } from './signed-in-user.ts';

const KEY = 'longline-user';

/** The person who was signed in here last, so that the app opens without asking. Never older than the last sign-out. */
export interface CachedUser {
  read(): SignedInUser | null;
  write(user: SignedInUser): void;
  forget(): void;
}

/** @param storage the page's localStorage; a record that does not fit the contract reads as nobody */
export function cachedUserIn(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): CachedUser {
  return {
    read() {
      try {
        const user: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
        return isSignedInUser(user) ? user : null;
      } catch {
        return null;
      }
    },
    write(user) {
      try {
        storage.setItem(KEY, JSON.stringify(user));
      } catch {
        // A full storage costs the next offline start, not this visit.
      }
    },
    forget() {
      storage.removeItem(KEY);
    },
  };
}
