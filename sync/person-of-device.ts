import { Dexie } from 'dexie';
import { readSetting } from './settings.ts';
import { databaseName, openStore } from './store.ts';

/** Everybody who has a store on this device. */
export async function usersOfDevice(): Promise<string[]> {
  const prefix = databaseName('');
  return (await Dexie.getDatabaseNames())
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length))
    .filter((userId) => /^[0-9a-f-]{36}$/.test(userId));
}

/**
 * Whose device this is, for a service worker, which is told nothing: who synced last here. Null when nobody has since
 * the last sign-out.
 */
export async function personOfDevice(): Promise<string | null> {
  let found: { userId: string; at: number } | null = null;
  for (const userId of await usersOfDevice()) {
    const store = await openStore(userId);
    const at = await readSetting(store, 'lastSyncedAt').finally(() => store.close());
    if (at !== undefined && at > (found?.at ?? 0)) found = { userId, at };
  }
  return found?.userId ?? null;
}
