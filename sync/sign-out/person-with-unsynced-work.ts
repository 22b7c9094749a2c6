import type { SignedInUser } from '../../api/contract/entities/user.ts';
import { hasUnsyncedWork } from './sign-out.ts';
import { openStore } from '../store/store.ts';
import { unreadProfile } from '../store/unread-profile.ts';

/**
 * The first of these people with unsynced work on this device, with the profile as far as the device knows it.
 */
export async function personWithUnsyncedWork(userIds: readonly string[]): Promise<SignedInUser | null> {
  for (const id of userIds) {
    if (!(await hasUnsyncedWork(id))) continue;
    const store = await openStore(id);
    try {
      const profile = await store.view('profile').get(id);
      return { ...unreadProfile(id), ...profile, isAdmin: false };
    } finally {
      store.close();
    }
  }
  return null;
}
