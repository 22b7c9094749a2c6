import type { Ports } from './ports/ports.ts';
import { pull } from './pull/pull.ts';
import { replay } from './replay/replay.ts';
import { settleStale } from './replay/settle-stale.ts';
import { readSetting, writeSetting } from './store/settings.ts';
import type { Store } from './store/store.ts';
import type { Setback } from './http/classify-answer.ts';

/**
 * Sends everything that can be sent and reads everything new, once. Concurrent cycles are correct; the lock only saves
 * the second one the work, and moves to it when the holder hangs.
 * @returns what kept it from finishing; null when it sent all that it could and read everything
 */
export async function runCycle(store: Store, ports: Ports): Promise<Setback | null> {
  const confirmedBefore = await readSetting(store, 'confirmedCount');
  const setback = await ports.lock(`longline-cycle-${store.userId}`, () => sendAndRead(store, ports), { ofTheLiving: true });
  const gotThrough = (await readSetting(store, 'confirmedCount')) !== confirmedBefore;
  await notePause(store, setback ?? null, gotThrough);
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
    // The read may allow comparing stale changes, or show that the server lacks rows that we now offer again.
    const settled = await settleStale(store, ports);
    const after = await offersOf(store);
    const isOffered = after.some(({ seq }) => seq > newest);
    // Send changes that waited for an offer which has since been confirmed or become unnecessary.
    const isFreed = before.some(({ key }) => after.every((offer) => offer.key !== key));
    if (settled === 0 && !isOffered && !isFreed) break;
  }
  await writeSetting(store, 'lastSyncedAt', ports.now());
  return null;
}

const offersOf = (store: Store) => store.outbox.filter(({ offer }) => offer === true).toArray();

/** @param gotThrough the server has confirmed a change, so the reason of an earlier pause is gone even if reads fail */
async function notePause(store: Store, setback: Setback | null, gotThrough: boolean): Promise<void> {
  const held = (await readSetting(store, 'pause')) ?? null;
  if (setback?.kind === 'pause') {
    if (held?.reason !== setback.reason) await writeSetting(store, 'pause', { reason: setback.reason });
  } else if (held && (gotThrough || !setback)) {
    await writeSetting(store, 'pause', null);
  }
}
