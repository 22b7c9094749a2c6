import { browserPorts } from '../ports/browser-ports.ts';
import { openDeviceFiles } from '../files/open-device-files.ts';
import { peopleOfDevice } from '../store/person-of-device.ts';
import { openStore } from '../store/store.ts';
import { countOwn, type OwnContent } from './earlier-account.ts';
import { whoLeaves } from './who-leaves.ts';

export interface EarlierAccount {
  userId: string;
  holds: OwnContent;
}

/**
 * An earlier account of the signed-in person on this device, about which they have not been asked yet (R303).
 * @returns `unknown` if there is none, but a store of which the server has not said whose it is
 */
export async function findEarlierAccount(userId: string): Promise<EarlierAccount | 'unknown' | null> {
  const people = await peopleOfDevice();
  if (people.every((other) => other === userId)) return null;
  const { earlier, unknown } = await whoLeaves(userId, people, openStore, browserPorts(await openDeviceFiles(userId)));
  const [found] = earlier;
  if (!found) return unknown.length > 0 ? 'unknown' : null;
  const store = await openStore(found);
  return { userId: found, holds: await countOwn(store).finally(() => store.close()) };
}
