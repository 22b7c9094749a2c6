import type { SignedInUser } from '../../api/contract/entities/user.ts';
import { isSignedInUser } from './signed-in-user.ts';

const KEY = 'longline-user';

/** The last signed-in person, so that the app opens without asking the server. Cleared at sign-out. */
export interface CachedUser {
  read(): SignedInUser | null;
  write(user: SignedInUser): void;
  forget(): void;
}

/** @param storage the page's localStorage; an invalid record reads as null */
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
        // With full storage, the next offline start fails, but this visit works.
      }
    },
    forget() {
      storage.removeItem(KEY);
    },
  };
}
