import { browserPorts } from '../ports/browser-ports.ts';
import { openDeviceFiles } from '../files/open-device-files.ts';
import { leaveOthers } from './leave-others.ts';
import { usersOfDevice } from '../store/person-of-device.ts';
import { openStore } from '../store/store.ts';
import { leavingChannel } from './leaving-channel.ts';

/**
 * Another person is signed in here now, so everyone else leaves this device: tabs that are still open, then the stores
 * (R178). Runs in the engine's worker, or in the page of someone without beta access, who has no engine.
 * @returns whether everyone else has left
 */
export async function leaveAllBut(userId: string): Promise<boolean | undefined> {
  const open = async (other: string) => {
    const channel = leavingChannel(other);
    channel.postMessage('leaving');
    channel.close();
    const [store, files, lockedFiles] = await Promise.all([openStore(other), openDeviceFiles(other), openDeviceFiles(`kept-${other}`)]);
    return { store, ports: browserPorts(files), lockedFiles };
  };
  return navigator.locks.request('longline-others', async () =>
    leaveOthers(
      (await usersOfDevice()).filter((other) => other !== userId),
      open,
    ),
  );
}
