import { newestSeq } from './outbox/newest-seq.ts';
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
    const { setback: reading, changedOffers } = await pull(store, ports);
    if (!reading && sending?.readFirst && !hasReadFirst) {
      hasReadFirst = true;
      continue;
    }
    if (reading ?? sending) return reading ?? sending;
    if ((await newestSeq(store)) === undefined) break;
    // The read may allow comparing stale changes. It may also have shown that the server lacks rows that we now offer
    // again, or that an offer is unnecessary, for which changes waited.
    const settled = await settleStale(store, ports);
    if (settled === 0 && !changedOffers) break;
  }
  await writeSetting(store, 'lastSyncedAt', ports.now());
  return null;
}

/** @param gotThrough the server has confirmed a change, so the reason of an earlier pause is gone even if reads fail */
async function notePause(store: Store, setback: Setback | null, gotThrough: boolean): Promise<void> {
  const held = (await readSetting(store, 'pause')) ?? null;
  if (setback?.kind === 'pause') {
    if (held?.reason !== setback.reason) await writeSetting(store, 'pause', { reason: setback.reason });
  } else if (held && (gotThrough || !setback)) {
    await writeSetting(store, 'pause', null);
  }
}
