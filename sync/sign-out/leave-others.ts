import type { DeviceFiles } from '../ports/device-files.ts';
import { recoverMedia } from '../media/recover-media.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';
import { clearConfirmed } from './clear-confirmed.ts';
import { canLockWork, lockWork } from './lock-work.ts';
import { forgetDevice, MoreUnsynced, unsyncedWork } from './sign-out.ts';

/** One person's data on this device, opened to sign that person out. */
export interface PartOfDevice {
  store: Store;
  ports: Ports;
  /** The files of locked work. */
  lockedFiles: DeviceFiles;
}

const NOTHING = { changes: 0, files: 0, drafts: 0 };

/**
 * Signs others out of this device once another person is signed in, because a sign-in may end without a sign-out: seals
 * unsynced work for its author, and clears the rest (R178). A failure for one person does not stop the others.
 * @param others everyone else with a store on this device
 * @returns false if work could not be sealed yet because its author's key never reached this device
 * @throws the first fault
 */
export async function leaveOthers(others: readonly string[], open: (userId: string) => Promise<PartOfDevice>): Promise<boolean> {
  const faults: unknown[] = [];
  let isDone = true;
  for (const userId of others) {
    try {
      const left = await leaveOne(userId, await open(userId));
      isDone &&= left === true;
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
  return isDone;
}

/** Steals the lock if a frozen tab holds it, as sign-out does. */
const leaveOne = (userId: string, part: PartOfDevice) =>
  part.ports.lock(`longline-cycle-${userId}`, () => leave(part), { ofTheLiving: true }).finally(() => part.store.close());

async function leave({ store, ports, lockedFiles }: PartOfDevice): Promise<boolean> {
  // A file that a crash cut off cannot be sealed, and its author may never start the app here again to recover it.
  const recover = () => recoverMedia(store, ports).catch(() => undefined);
  await ports.lock(`longline-recover-${store.userId}`, recover, { ifAvailable: true });
  const { changes, files, drafts } = await unsyncedWork(store);
  if (changes + files + drafts === 0) {
    try {
      await forgetDevice(store, ports, NOTHING);
      return true;
    } catch (error) {
      if (!(error instanceof MoreUnsynced)) throw error;
    }
  }
  if (!(await canLockWork(store))) {
    await clearConfirmed(store, ports);
    return false;
  }
  try {
    await lockWork(store, ports, lockedFiles);
  } catch (error) {
    // Also makes room for the next attempt, if the device is full.
    await clearConfirmed(store, ports).catch(() => undefined);
    throw error;
  }
  return true;
}
