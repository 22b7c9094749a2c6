import { readSetting } from '../../sync/store/settings.ts';
import { isCheckDue } from './link-age.ts';
import type { LinkDevice } from './ready-link.ts';

/** Makes sure that this device has an unused link to show without a connection. @throws without an answer */
export async function keepLinkReady(device: LinkDevice): Promise<void> {
  if (!isCheckDue(await readSetting(device.store, 'partnerLink'), device.ports.now())) return;
  // Loaded on demand: it brings schemas, and most starts of the app have nothing to ask.
  await (await import('./ready-link.ts')).checkLink(device);
}
