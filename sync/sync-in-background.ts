import { browserPorts } from './browser-ports.ts';
import { runCycle } from './cycle.ts';
import { eachInTurn } from './each-in-turn.ts';
import { freeAsChosen } from './forget-media.ts';
import { openDeviceFiles } from './open-device-files.ts';
import { usersOfDevice } from './person-of-device.ts';
import type { Ports } from './ports.ts';
import { openStore, type Store } from './store.ts';
import { uploadOnce } from './uploads.ts';

/**
 * Sends what waits of everybody who has work on this device, each in their own name: a queue whose person is not the
 * one signed in now is answered with 401 and stays as it is. One person's trouble is not the next one's. Rejects while
 * there is no network, so that the browser tries again later.
 */
export async function syncInBackground(users = usersOfDevice, open = openPersonsDevice): Promise<void> {
  await eachInTurn(await users(), async (userId) => {
    const { store, ports } = await open(userId);
    await sendAll(store, ports).finally(() => store.close());
  });
}

async function openPersonsDevice(userId: string): Promise<{ store: Store; ports: Ports }> {
  const [store, files] = await Promise.all([openStore(userId), openDeviceFiles(userId)]);
  return { store, ports: browserPorts(files) };
}

/** Everything of one person. @throws when something is left that another try may send */
export async function sendAll(store: Store, ports: Ports): Promise<void> {
  if ((await store.outbox.count()) === 0 && (await store.media.where('state').notEqual('uploaded').count()) === 0) return;
  const setback = await runCycle(store, ports);
  if (setback?.kind === 'retry') throw new Error('Not everything could be sent yet');
  if (setback) return;
  const lookAgainAt = await uploadOnce(store, ports);
  // The paths of what was uploaded are changes themselves.
  const afterwards = await runCycle(store, ports);
  // Whoever is signed out has nothing to gain from another try.
  if (afterwards?.kind === 'pause') return;
  await freeAsChosen(store, ports);
  if (lookAgainAt !== null || afterwards) throw new Error('Not everything could be sent yet');
}
