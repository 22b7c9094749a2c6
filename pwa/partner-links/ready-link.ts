import * as z from 'zod/mini';
import { ONLINE_CALLS } from '../../api/contract/online-calls.ts';
import { NewPartnerLink, PartnerLink } from '../../api/contract/partner-links.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import type { ReadyLink } from '../../sync/store/setting-values.ts';
import { readSetting, writeSetting } from '../../sync/store/settings.ts';
import type { Store } from '../../sync/store/store.ts';
import { askServer, RefusedCall } from '../online/ask-server.ts';
import { isOld } from './link-age.ts';

const { path: PATH } = ONLINE_CALLS['partnerLinks.list'];

/** The store and the ports of one person's device. */
export interface LinkDevice {
  store: Store;
  ports: Pick<Ports, 'fetch' | 'origin' | 'now' | 'lock'>;
}

/**
 * Asks the server whether this device's link is unused, and makes another one if it is not.
 * @returns the person's other open links
 * @throws without an answer
 */
export async function checkLink(device: LinkDevice): Promise<PartnerLink[]> {
  const others = await alone(device, async () => {
    const open = await list(device);
    const held = await readSetting(device.store, 'partnerLink');
    const isOpen = open.some(({ id, isKept }) => id === held?.id && !isKept);
    const now = device.ports.now();
    const link = held && isOpen && !held.wasShared && !isOld(held, now) ? held : await make(device);
    await writeSetting(device.store, 'partnerLink', { ...link, checkedAt: now, wasShown: false });
    return open.filter(({ id }) => id !== link.id);
  });
  return others ?? [];
}

/**
 * Replaces this device's link. The old one stops working, unless it was sent to someone, or someone keeps it.
 * @throws if the server has not done so; this device may show the new one then
 */
export async function renewLink(device: LinkDevice): Promise<void> {
  await alone(device, async () => {
    const held = await readSetting(device.store, 'partnerLink');
    const open = await list(device);
    await writeSetting(device.store, 'partnerLink', await make(device));
    if (held && !held.wasShared && open.some(({ id, isKept }) => id === held.id && !isKept)) await revokeLink(device, held.id);
  });
}

/** @throws if the server has not done so. It has if the link had ended already */
export async function revokeLink(device: LinkDevice, id: string): Promise<void> {
  await ask(device, `${PATH}/${id}`, { method: 'DELETE' }).catch((error: unknown) => {
    if (!(error instanceof RefusedCall) || error.status !== 404) throw error;
  });
}

/** Notes what happened to this device's link. */
export async function markLink({ store }: Pick<LinkDevice, 'store'>, mark: 'wasShown' | 'wasShared'): Promise<void> {
  await store.transaction('rw', store.settings, async () => {
    const held = await readSetting(store, 'partnerLink');
    if (held) await writeSetting(store, 'partnerLink', { ...held, [mark]: true });
  });
}

const list = async (device: LinkDevice): Promise<PartnerLink[]> => z.parse(z.array(PartnerLink), await (await ask(device, PATH)).json());

async function make(device: LinkDevice): Promise<ReadyLink> {
  const made = NewPartnerLink.parse(await (await ask(device, PATH, { method: 'POST' })).json());
  const now = device.ports.now();
  return { ...made, madeAt: now, checkedAt: now, wasShown: false, wasShared: false };
}

/** Two tabs must not make two links. */
const alone = <T>({ store, ports }: LinkDevice, work: () => Promise<T>) => ports.lock(`longline-partner-link-${store.userId}`, work);

const ask = ({ store, ports }: LinkDevice, path: string, init?: RequestInit) => askServer(ports, store.userId, path, init);
