import * as z from 'zod/mini';
import { ONLINE_CALLS } from '../../api/contract/online-calls.ts';
import { NewPartnerLink, PartnerLink } from '../../api/contract/partner-links.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import { readSetting, writeSetting } from '../../sync/store/settings.ts';
import type { Store } from '../../sync/store/store.ts';
import { askServer, RefusedCall } from '../online/ask-server.ts';

const DAY_MS = 86_400_000;
/** Half of the time that a link works, so that a phone that stays offline for a week still has one. */
const RENEWED_BEFORE_MS = 7 * DAY_MS;
const { path: PATH } = ONLINE_CALLS['partnerLinks.list'];

/** The store and the ports of one person's device. */
export interface LinkDevice {
  store: Store;
  ports: Pick<Ports, 'fetch' | 'origin' | 'now' | 'lock'>;
}

/**
 * Makes sure that this device has an unused link to show without a connection. Asks the server at most once a day.
 * @throws without an answer
 */
export async function keepLinkReady(device: LinkDevice): Promise<void> {
  const held = await readSetting(device.store, 'partnerLink');
  if (held && isFresh(device, held) && device.ports.now() - held.checkedAt < DAY_MS) return;
  await checkLink(device);
}

/**
 * Asks the server whether this device's link is unused, and makes another one if it is not.
 * @returns the person's other open links
 * @throws without an answer
 */
export async function checkLink(device: LinkDevice): Promise<PartnerLink[]> {
  const others = await alone(device, async () => {
    const open = z.parse(z.array(PartnerLink), await (await ask(device, PATH)).json());
    const held = await readSetting(device.store, 'partnerLink');
    const isOpen = held !== undefined && open.some(({ id }) => id === held.id);
    const link = isOpen && isFresh(device, held) ? held : await make(device);
    await hold(device, link);
    return open.filter(({ id }) => id !== link.id);
  });
  return others ?? [];
}

/** Replaces this device's link: the old one stops working. @throws if the server has not done so */
export async function renewLink(device: LinkDevice): Promise<void> {
  await alone(device, async () => {
    const held = await readSetting(device.store, 'partnerLink');
    if (held) await revokeLink(device, held.id);
    await hold(device, await make(device));
  });
}

/** @throws if the server has not done so. It has if the link had ended already */
export async function revokeLink(device: LinkDevice, id: string): Promise<void> {
  await ask(device, `${PATH}/${id}`, { method: 'DELETE' }).catch((error: unknown) => {
    if (!(error instanceof RefusedCall) || error.status !== 404) throw error;
  });
}

const make = async (device: LinkDevice): Promise<NewPartnerLink> =>
  NewPartnerLink.parse(await (await ask(device, PATH, { method: 'POST' })).json());

const hold = ({ store, ports }: LinkDevice, link: NewPartnerLink) =>
  writeSetting(store, 'partnerLink', { ...link, checkedAt: ports.now() });

const isFresh = ({ ports }: LinkDevice, { expiresAt }: NewPartnerLink) => Date.parse(expiresAt) - ports.now() > RENEWED_BEFORE_MS;

/** Two tabs must not make two links. */
const alone = <T>({ store, ports }: LinkDevice, work: () => Promise<T>) => ports.lock(`longline-partner-link-${store.userId}`, work);

const ask = ({ store, ports }: LinkDevice, path: string, init?: RequestInit) => askServer(ports, store.userId, path, init);
