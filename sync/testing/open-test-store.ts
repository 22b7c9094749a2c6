import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { onTestFinished } from 'vitest';
import { databaseName, Store } from '../store/store.ts';
import { hookInto, type StoreHooks } from './store-hooks.ts';

const devices = new Map<string, IDBFactory>();

/**
 * An in-memory store of one person on one device. Opening it again within a test simulates an app restart; all data is
 * deleted after the test.
 */
export async function openTestStore(userId: string, device = 'phone'): Promise<Store> {
  return (await openHookedStore(userId, device)).store;
}

/** An in-memory store like `openTestStore`'s, with hooks into its writes. */
export async function openHookedStore(userId: string, device: string): Promise<{ store: Store; hooks: StoreHooks }> {
  const indexedDB = devices.get(device) ?? new IDBFactory();
  devices.set(device, indexedDB);
  const store = new Store(userId, { name: `${device} ${databaseName(userId)}`, indexedDB, IDBKeyRange });
  const hooks = hookInto(store);
  await store.open();
  onTestFinished(() => {
    store.close();
    devices.clear();
  });
  return { store, hooks };
}
