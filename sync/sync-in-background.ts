import { browserPorts } from './ports/browser-ports.ts';
import { runCycle } from './cycle.ts';
import { eachInTurn } from './ports/each-in-turn.ts';
import { freeAsChosen } from './media/forget-media.ts';
import { openDeviceFiles } from './files/open-device-files.ts';
import { peopleOfDevice } from './store/person-of-device.ts';
import type { Ports } from './ports/ports.ts';
import { foldTaps } from './outbox/taps.ts';
import { openStore, type Store } from './store/store.ts';
import { uploadOnce } from './transfers/uploads.ts';

/**
 * Sends the pending work of every person of this device, in each person's own name. The server answers 401 for people
 * other than the signed-in one, and their queue stays. A failure for one person does not affect the next. Rejects while
 * work is left that a later attempt may send, so that the browser retries.
 */
export async function syncInBackground(people = peopleOfDevice, open = openPersonsDevice): Promise<void> {
  await eachInTurn(await people(), async (userId) => {
    const { store, ports } = await open(userId);
    await sendAll(store, ports).finally(() => store.close());
  });
}

async function openPersonsDevice(userId: string): Promise<{ store: Store; ports: Ports }> {
  const [store, files] = await Promise.all([openStore(userId), openDeviceFiles(userId)]);
  return { store, ports: browserPorts(files) };
}

/** Sends all work of one person. @throws when work is left that a later attempt may send */
export async function sendAll(store: Store, ports: Ports): Promise<void> {
  // A page that ended may have left taps. Those that no set takes stay stored.
  await foldTaps(store, ports).catch(() => undefined);
  if ((await store.outbox.count()) === 0 && (await store.media.where('state').notEqual('uploaded').count()) === 0) return;
  const setback = await runCycle(store, ports);
  if (setback?.kind === 'retry') throw new Error('Not everything could be sent yet');
  if (setback) return;
  const lookAgainAt = await uploadOnce(store, ports);
  // The paths of uploaded files are changes themselves.
  const afterwards = await runCycle(store, ports);
  // Retrying does not help a person who is signed out.
  if (afterwards?.kind === 'pause') return;
  await freeAsChosen(store, ports);
  if (lookAgainAt !== null || afterwards) throw new Error('Not everything could be sent yet');
}
