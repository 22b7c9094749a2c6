import type { Ports } from './ports.ts';
import { pull } from './pull.ts';
import { replay } from './replay.ts';
import { settleAged } from './settle-aged.ts';
import { readSetting, writeSetting } from './settings.ts';
import type { Store } from './store.ts';
import type { Setback } from './verdict.ts';

/**
 * Sends what can be sent and reads what is new, once. Safe to run anywhere and at the same time as another; the lock
 * only spares the second the work, and goes over to it when the first stands still.
 * @returns what kept it from finishing; null when all was sent that can go, and all was read
 */
export async function runCycle(store: Store, ports: Ports): Promise<Setback | null> {
  const setback = await ports.lock(`longline-cycle-${store.userId}`, () => sendAndRead(store, ports), { ofTheLiving: true });
  await notePause(store, setback ?? null);
  return setback ?? null;
}

async function sendAndRead(store: Store, ports: Ports): Promise<Setback | null> {
  for (let hasReadFirst = false; ; ) {
    const sending = await replay(store, ports);
    if (sending && (sending.kind === 'pause' || !sending.reachable)) return sending;
    const newest = (await store.outbox.orderBy('seq').last())?.seq ?? 0;
    const before = await offersOf(store);
    const reading = await pull(store, ports);
    if (!reading && sending?.readFirst && !hasReadFirst) {
      hasReadFirst = true;
      continue;
    }
    if (reading ?? sending) return reading ?? sending;
    if ((await store.outbox.count()) === 0) break;
    // Old changes could be compared only now, and rows offered again were found missing only now.
    const settled = await settleAged(store, ports);
    const after = await offersOf(store);
    const isOffered = after.some(({ seq }) => seq > newest);
    // What waited for an offer goes when there is no need of that any more.
    const isFreed = before.some(({ key }) => after.every((offer) => offer.key !== key));
    if (settled === 0 && !isOffered && !isFreed) break;
  }
  await writeSetting(store, 'lastSyncedAt', ports.now());
  return null;
}

const offersOf = (store: Store) => store.outbox.filter(({ offer }) => offer === true).toArray();

async function notePause(store: Store, setback: Setback | null): Promise<void> {
  const held = (await readSetting(store, 'pause')) ?? null;
  if (setback?.kind === 'pause') {
    if (held?.reason !== setback.reason) await writeSetting(store, 'pause', { reason: setback.reason, message: setback.message });
  } else if (held && !setback) {
    await writeSetting(store, 'pause', null);
  }
}
