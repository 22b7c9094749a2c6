import type { Ports } from '../ports/ports.ts';
import { readSetting } from './settings.ts';
import type { Store } from './store.ts';

/** A change made in another tab while the person was being signed out; nothing of it was written. */
export class DeviceLeft extends Error {
  override readonly name = 'DeviceLeft';
}

// Limited, because a store that a crash left cleared but not deleted must be usable again at the next sign-in.
const LEAVING_MS = 60_000;

/** Call inside the transaction of a change. @throws DeviceLeft */
export async function refuseAfterLeaving(store: Store, ports: Ports): Promise<void> {
  const leftAt = await readSetting(store, 'leftAt');
  if (leftAt !== undefined && Math.abs(ports.now() - leftAt) < LEAVING_MS) throw new DeviceLeft('Signed out of this device');
}
