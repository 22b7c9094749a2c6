import type { SignedInUser } from '../../api/contract/entities/user.ts';
import { hasUnsyncedWork } from './sign-out.ts';
import { openStore } from '../store/store.ts';

/**
 * The first of these people with unsynced work on this device, with the profile as far as the device knows it.
 */
export async function personWithUnsyncedWork(userIds: readonly string[]): Promise<SignedInUser | null> {
  for (const id of userIds) {
    if (!(await hasUnsyncedWork(id))) continue;
    const store = await openStore(id);
    try {
      const profile = await store.view('profile').get(id);
      return { ...notYetKnown(), ...profile, id, isAdmin: false };
    } finally {
      store.close();
    }
  }
  return null;
}

/** Before the first pull a device knows only the id. */
const notYetKnown = (): Omit<SignedInUser, 'id' | 'isAdmin'> => ({
  email: null,
  firstName: null,
  lastName: null,
  bio: '',
  location: null,
  sports: [],
  profileVisibility: 'private',
  profileImageUrl: null,
  version: 0,
});
