import type { DeviceFiles } from '../ports/device-files.ts';
import { recoverMedia } from '../media/recover-media.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store } from '../store/store.ts';
import { clearConfirmed } from './clear-confirmed.ts';
import { isErased } from './is-erased.ts';
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

export interface HaveLeft {
  /** False if someone's work is still readable here: its key never reached this device, or its account was erased. */
  isDone: boolean;
  /** Someone whose account was erased, and whose unsynced work only this device has (R374). */
  erased: string | null;
}

/**
 * Signs others out of this device once another person is signed in, because a sign-in may end without a sign-out: seals
 * unsynced work for its author, and clears the rest (R178). A failure for one person does not stop the others.
 * @param others everyone else with a store on this device
 * @throws the first fault
 */
export async function leaveOthers(others: readonly string[], open: (userId: string) => Promise<PartOfDevice>): Promise<HaveLeft> {
  const faults: unknown[] = [];
  const haveLeft: HaveLeft = { isDone: true, erased: null };
  for (const userId of others) {
    try {
      const left = await leaveOne(userId, await open(userId));
      haveLeft.isDone &&= left === 'left';
      if (left === 'erased') haveLeft.erased ??= userId;
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
  return haveLeft;
}

/** Steals the lock if a frozen tab holds it, as sign-out does. */
const leaveOne = (userId: string, part: PartOfDevice) =>
  part.ports.lock(`longline-cycle-${userId}`, () => leave(part), { ofTheLiving: true }).finally(() => part.store.close());

async function leave({ store, ports, lockedFiles }: PartOfDevice): Promise<'left' | 'no-key' | 'erased'> {
  // A file that a crash cut off cannot be sealed, and its author may never start the app here again to recover it.
  const recover = () => recoverMedia(store, ports).catch(() => undefined);
  await ports.lock(`longline-recover-${store.userId}`, recover, { ifAvailable: true });
  const { changes, files, drafts } = await unsyncedWork(store);
  if (changes + files + drafts === 0) {
    try {
      await forgetDevice(store, ports, NOTHING);
      return 'left';
    } catch (error) {
      if (!(error instanceof MoreUnsynced)) throw error;
    }
  }
  // The server had the only key that would open it again, so it stays readable until it has been offered as an export.
  if (await isErased(store.userId, ports)) {
    await clearConfirmed(store, ports);
    return 'erased';
  }
  if (!(await canLockWork(store))) {
    await clearConfirmed(store, ports);
    return 'no-key';
  }
  try {
    await lockWork(store, ports, lockedFiles);
  } catch (error) {
    // Also makes room for the next attempt, if the device is full.
    await clearConfirmed(store, ports).catch(() => undefined);
    throw error;
  }
  return 'left';
}
