import type { SignedInUser } from '../../api/contract/entities/user.ts';

/** Prefix of every store's database name. Checking it here keeps Dexie out of the visitors' download. */
const STORE_PREFIX = 'longline-';

/** Finds a person who never signed out and has unsynced, unencrypted work on this device. */
export async function leftBehind(): Promise<SignedInUser | null> {
  const databases = await indexedDB.databases();
  const userIds = databases.flatMap(({ name }) => (name?.startsWith(STORE_PREFIX) ? [name.slice(STORE_PREFIX.length)] : []));
  if (userIds.length === 0) return null;
  const { personWithUnsyncedWork } = await import('../../sync/sign-out/person-with-unsynced-work.ts');
  return personWithUnsyncedWork(userIds);
}
