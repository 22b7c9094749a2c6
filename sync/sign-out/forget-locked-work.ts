import { Dexie } from 'dexie';
import { deleteDeviceFiles } from '../files/open-device-files.ts';
import type { Ports } from '../ports/ports.ts';
import { databaseName } from '../store/store.ts';
import { isErased } from './is-erased.ts';
import { lockedWorkName, LockedWorkStore, peopleWithLockedWork } from './locked-work-store.ts';

/** Deletes the locked work of one person, with its files. */
export async function forgetLockedWork(userId: string): Promise<void> {
  const name = databaseName(userId);
  // Emptied first: a frozen tab may block the deletion.
  if (await Dexie.exists(lockedWorkName(name))) {
    const store = new LockedWorkStore({ name, device: {} });
    await store.bundles.clear().finally(() => store.close());
  }
  await deleteDeviceFiles(`kept-${userId}`);
  await Dexie.delete(lockedWorkName(name));
}

/** Deletes the locked work of people whose account has been erased since they signed out here (R374). Asks the server for each of them. */
export async function forgetLockedWorkOfErased(signedIn: string, ports: Pick<Ports, 'fetch' | 'origin' | 'sleep'>): Promise<void> {
  for (const userId of await peopleWithLockedWork())
    if (userId !== signedIn && (await isErased(userId, ports))) await forgetLockedWork(userId);
}
