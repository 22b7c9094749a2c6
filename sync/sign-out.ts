import { Dexie } from 'dexie';
import type { Ports } from './ports.ts';
import { databaseName, openStore, type Store } from './store.ts';

/** What would be lost if this device were cleared now. */
export interface UnsyncedWork {
  changes: number;
  files: number;
  /** Typed into dialogs and not saved. */
  drafts: number;
}

export async function unsyncedWork(store: Store): Promise<UnsyncedWork> {
  const [changes, files, drafts] = await Promise.all([
    store.outbox.count(),
    store.media.where('state').notEqual('uploaded').filter(({ downloaded }) => !downloaded).count(),
    store.drafts.count(),
  ]);
  return { changes, files, drafts };
}

/** The same for somebody whose store is not open here: whether the app must stay usable for them. */
export async function hasUnsyncedWork(userId: string): Promise<boolean> {
  if (!(await Dexie.exists(databaseName(userId)))) return false;
  const store = await openStore(userId);
  try {
    const { changes, files, drafts } = await unsyncedWork(store);
    return changes + files + drafts > 0;
  } finally {
    store.close();
  }
}

/** Clears everything of the user from this device, before the full navigation to /api/logout. */
export async function forgetDevice(store: Store, ports: Ports): Promise<void> {
  for (const name of await ports.files.list()) await ports.files.delete(name);
  await store.delete();
}
