import { Dexie } from 'dexie';
import type { Ports } from '../ports/ports.ts';
import { rowsNotNamedYet } from '../pull/rows-not-named-yet.ts';
import type { UnsyncedWork } from '../store/setting-values.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import { writeSetting } from '../store/settings.ts';
import { databaseName, openStore, type Store } from '../store/store.ts';

export async function unsyncedWork(store: Store): Promise<UnsyncedWork> {
  const [changes, taps, rows, files, drafts] = await Promise.all([
    store.outbox.count(),
    store.taps.count(),
    rowsNotNamedYet(store),
    store.media.where('state').notEqual('uploaded').filter(isOwnWork).count(),
    store.drafts.count(),
  ]);
  return { changes: changes + taps + rows.length, files, drafts };
}

/**
 * Whether a file counts as the person's work. The server has a file that is being downloaded, and files of an unknown
 * sender count only once they are accepted (R177).
 */
export const isOwnWork = ({ downloaded, shared }: DeviceMedia) => !downloaded && !shared;

/** Whether a person has unsynced work on this device, so that the app must stay usable for them. */
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

/** Another tab has saved something meanwhile: this device has more unsynced work than the person agreed to lose. */
export class MoreUnsynced extends Error {
  override readonly name = 'MoreUnsynced';
}

/**
 * Removes all data of the person from this device, before the full navigation to /api/logout.
 * @param agreed the work that the person agreed to lose
 * @throws MoreUnsynced when there is more unsynced work; nothing has changed then
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
 * Clears everything if `isSettled` still holds inside the transaction. A change in another tab is then
 * either visible to `isSettled` or refused.
 * @returns whether it cleared the store
 */
export function clearIf(store: Store, ports: Ports, isSettled: () => Promise<boolean>): Promise<boolean> {
  return store.transaction('rw', store.tables, async () => {
    if (!(await isSettled())) return false;
    for (const table of store.tables) await table.clear();
    await writeSetting(store, 'leftAt', ports.now());
    return true;
  });
}

/** How long to wait for the deletion. If a frozen tab blocks it, the browser deletes the database when that tab closes. */
const DELETE_MS = 5_000;

/** Deletes what remains of a cleared store: its files, and the empty database. */
export async function deleteCleared(store: Store, ports: Ports): Promise<void> {
  for (const name of await ports.files.list()) await ports.files.delete(name);
  const gone = new AbortController();
  const deleted = store.delete().finally(() => gone.abort());
  await Promise.race([deleted, ports.sleep(DELETE_MS, gone.signal)]);
}
