import { browserPorts } from '../ports/browser-ports.ts';
import { openDeviceFiles } from '../files/open-device-files.ts';
import { leaveOthers } from './leave-others.ts';
import { peopleOfDevice } from '../store/person-of-device.ts';
import { openStore } from '../store/store.ts';
import { announceLeaving, leavingChannel } from './leaving-channel.ts';

/**
 * Signs everyone else out of this device once `userId` is signed in: first their open tabs, then their stores (R178).
 * Runs in the engine's worker, or in the page for a person without beta access, who has no engine.
 * @returns whether everyone else is signed out
 */
export async function leaveAllBut(userId: string): Promise<boolean | undefined> {
  const open = async (other: string) => {
    const [files, lockedFiles] = await Promise.all([openDeviceFiles(other), openDeviceFiles(`kept-${other}`)]);
    const ports = browserPorts(files);
    const channel = leavingChannel(other);
    await announceLeaving(channel, other, ports).finally(() => channel.close());
    return { store: await openStore(other), ports, lockedFiles };
  };
  return navigator.locks.request('longline-others', async () =>
    leaveOthers(
      (await peopleOfDevice()).filter((other) => other !== userId),
      open,
    ),
  );
}
