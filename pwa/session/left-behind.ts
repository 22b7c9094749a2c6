import type { SignedInUser } from '../../api/contract/entities/user.ts';

/** The start of the name of everybody's store; a visitor's device has none, and need not load Dexie to know. */
const STORE_PREFIX = 'longline-';

/** Somebody who never signed out and whose unsynced work lies open on this device. */
export async function leftBehind(): Promise<SignedInUser | null> {
  const databases = await indexedDB.databases();
  const userIds = databases.flatMap(({ name }) => (name?.startsWith(STORE_PREFIX) ? [name.slice(STORE_PREFIX.length)] : []));
  if (userIds.length === 0) return null;
  const { personWithUnsyncedWork } = await import('../../sync/person-with-unsynced-work.ts');
  return personWithUnsyncedWork(userIds);
}
