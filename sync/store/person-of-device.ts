import { Dexie } from 'dexie';
import { readSetting } from './settings.ts';
import { databaseName, openStore, type Store } from './store.ts';

/** Ids of all people who have a store on this device. */
export async function peopleOfDevice(): Promise<string[]> {
  const prefix = databaseName('');
  return (await Dexie.getDatabaseNames())
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
    .filter((userId) => /^[0-9a-f-]{36}$/.test(userId));
}

/** A person's store, or null if they have none on this device. */
export const openExisting = async (userId: string): Promise<Store | null> =>
  (await peopleOfDevice()).includes(userId) ? openStore(userId) : null;

/**
 * The person of this device, for a service worker: the one who synced last here. Null if there was no sync since the
 * last sign-out.
 */
export async function personOfDevice(): Promise<string | null> {
  let found: { userId: string; at: number } | null = null;
  for (const userId of await peopleOfDevice()) {
    const store = await openStore(userId);
    const at = await readSetting(store, 'lastSyncedAt').finally(() => store.close());
    if (at !== undefined && at > (found?.at ?? 0)) found = { userId, at };
  }
  return found?.userId ?? null;
}
