import { Dexie } from 'dexie';
import type { Ports } from './ports.ts';
import { writeSetting } from './settings.ts';
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

/** There is more on this device than its person has agreed to lose: another tab has saved something meanwhile. */
export class MoreUnsynced extends Error {
  override readonly name = 'MoreUnsynced';
}

/**
 * Clears everything of the user from this device, before the full navigation to /api/logout.
 * @param agreed what their person has agreed to lose
 * @throws MoreUnsynced when there is more; then nothing has changed
 */
export async function forgetDevice(store: Store, ports: Ports, agreed: UnsyncedWork): Promise<void> {
  const isAgreed = async () => {
    const { changes, files, drafts } = await unsyncedWork(store);
    return changes <= agreed.changes && files <= agreed.files && drafts <= agreed.drafts;
  };
  if (!(await clearIf(store, ports, isAgreed))) throw new MoreUnsynced('Something was saved meanwhile');
  await deleteCleared(store, ports);
}

/**
 * Clears everything, if `isSettled` still holds when nobody else can write: what another tab saves is then either seen
 * by it, or refused to that tab.
 * @returns whether it was
 */
export function clearIf(store: Store, ports: Ports, isSettled: () => Promise<boolean>): Promise<boolean> {
  return store.transaction('rw', store.tables, async () => {
    if (!(await isSettled())) return false;
    for (const table of store.tables) await table.clear();
    await writeSetting(store, 'leftAt', ports.now());
    return true;
  });
}

/** A tab that stands still does not let go of the database: then it goes when that tab does. */
const DELETE_MS = 5_000;

/** What is left of a store that was cleared: its files, and the empty database. */
export async function deleteCleared(store: Store, ports: Ports): Promise<void> {
  for (const name of await ports.files.list()) await ports.files.delete(name);
  const gone = new AbortController();
  const deleted = store.delete().finally(() => gone.abort());
  await Promise.race([deleted, ports.sleep(DELETE_MS, gone.signal)]);
}
