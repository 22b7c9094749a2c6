import type { SignedInUser } from '../../api/contract/entities/user.ts';

/** The name of a person's store. Checking it here keeps Dexie out of the visitors' download. */
const STORE = /^longline-([0-9a-f-]{36})$/;

/** A person who never signed out and has unsynced, unencrypted work on this device, or whose account was erased meanwhile. */
export type LeftBehind = { user: SignedInUser } | { erased: string };

/** Finds one. Asks the server only about people all of whose work it has. */
export async function leftBehind(): Promise<LeftBehind | null> {
  const userIds = (await indexedDB.databases()).flatMap(({ name }) => STORE.exec(name ?? '')?.[1] ?? []);
  if (userIds.length === 0) return null;
  const { personWithUnsyncedWork } = await import('../../sync/sign-out/person-with-unsynced-work.ts');
  const user = await personWithUnsyncedWork(userIds);
  if (user) return { user };
  const { isErased } = await import('../../sync/sign-out/is-erased.ts');
  const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  for (const userId of userIds)
    if (await isErased(userId, { origin: location.origin, fetch: (request) => fetch(request), sleep })) return { erased: userId };
  return null;
}
