import { Dexie } from 'dexie';
import { deleteDeviceFiles, openDeviceFiles } from '../files/open-device-files.ts';
import { browserPorts } from '../ports/browser-ports.ts';
import { eachInTurn } from '../ports/each-in-turn.ts';
import { openExisting } from '../store/person-of-device.ts';
import type { UnsyncedWork } from '../store/setting-values.ts';
import { databaseName } from '../store/store.ts';
import { forgetLockedWork } from './forget-locked-work.ts';
import { asTheOnlyOne } from './leave-all-but.ts';
import { announceLeaving, leavingChannel } from './leaving-channel.ts';
import { forgetDevice } from './sign-out.ts';

/** How long to wait for the deletion of empty databases that a frozen tab blocks. The browser completes it when that tab closes. */
const DELETE_MS = 5_000;

/**
 * Removes all that this device holds of an erased account (R374), also work that was locked at a sign-out: no server can open it
 * again.
 * @param agreed the work that its person agreed to lose
 * @throws MoreUnsynced when there is more unsynced work; nothing has changed then. Otherwise the first failure, after it has tried
 *   to remove all
 */
export const forgetErased = (userId: string, agreed: UnsyncedWork): Promise<void> =>
  asTheOnlyOne(async () => {
    const ports = browserPorts(await openDeviceFiles(userId));
    const channel = leavingChannel(userId);
    await announceLeaving(channel, userId, ports).finally(() => channel.close());
    const store = await openExisting(userId);
    // Another tab may have cleared it a moment ago.
    if (store) {
      const forget = () => forgetDevice(store, ports, agreed);
      await ports.lock(`longline-cycle-${userId}`, forget, { ofTheLiving: true }).finally(() => store.close());
    }
    const rest = eachInTurn([forgetLockedWork, deleteDeviceFiles, deleteStore], (remove) => remove(userId));
    const ended = new AbortController();
    await Promise.race([rest.finally(() => ended.abort()), ports.sleep(DELETE_MS, ended.signal)]);
  });

/** Also one that could not be opened. */
const deleteStore = (userId: string): Promise<void> => Dexie.delete(databaseName(userId));
