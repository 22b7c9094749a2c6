import { browserPorts } from '../ports/browser-ports.ts';
import { openDeviceFiles } from '../files/open-device-files.ts';
import { forgetLockedWorkOfErased } from './forget-locked-work.ts';
import { type HaveLeft, leaveOthers, type PartOfDevice } from './leave-others.ts';
import { peopleOfDevice } from '../store/person-of-device.ts';
import { openStore } from '../store/store.ts';
import { announceLeaving, leavingChannel } from './leaving-channel.ts';
import { whoLeaves } from './who-leaves.ts';

/**
 * Signs everyone else out of this device once `userId` is signed in: first their open tabs, then their stores (R178).
 * Earlier accounts of the same person stay until that person has answered what to do with them (R303).
 * Runs in the engine's worker, or in the page for a person without beta access, who has no engine.
 * @throws the first fault, once all others have left
 */
export async function leaveAllBut(userId: string): Promise<HaveLeft> {
  return asTheOnlyOne(async () => {
    const ports = browserPorts(await openDeviceFiles(userId));
    const { leave, unknown, faults } = await whoLeaves(userId, await peopleOfDevice(), openStore, ports);
    const { isDone, erased } = await leaveOthers(leave, openToLeave).finally(() => forgetLockedWorkOfErased(userId, ports));
    if (faults.length > 0) throw faults[0];
    return { isDone: isDone && unknown.length === 0, erased };
  });
}

/** So that no two tabs clear or copy the same store. */
export const asTheOnlyOne = <T>(work: () => Promise<T>): Promise<T> => navigator.locks.request('longline-others', work) as Promise<T>;

/** Opens a person's part of this device, after their open tabs have stored what was typed. */
export async function openToLeave(userId: string): Promise<PartOfDevice> {
  const [files, lockedFiles] = await Promise.all([openDeviceFiles(userId), openDeviceFiles(`kept-${userId}`)]);
  const ports = browserPorts(files);
  const channel = leavingChannel(userId);
  await announceLeaving(channel, userId, ports).finally(() => channel.close());
  return { store: await openStore(userId), ports, lockedFiles };
}
