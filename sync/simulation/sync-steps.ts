import { runCycle } from '../cycle.ts';
import { pull } from '../pull/pull.ts';
import { replay } from '../replay/replay.ts';
import { faultOnce } from './bad-connection.ts';
import { appendNotes, change, create, lookAgain, onOtherDevice, own, type Step, unlocked } from './step.ts';
import { onBadConnection, sync } from './syncing.ts';

/** Syncs that overlap with others, and syncs with late or lost answers. */
export const SYNC_STEPS = {
  sync: sync,
  'sync on a bad connection': (step) => onBadConnection(step, () => sync(step)),
  // The app closes after reading and before sending, so the edit builds on the rows just read.
  async 'read, then edit'(step) {
    await pull(step.device.store, step.device.ports);
    await appendNotes(step);
  },
  // Simulates a browser without Web Locks.
  'sync in two tabs at once': ({ device }) =>
    Promise.all([runCycle(device.store, unlocked(device.ports)), runCycle(device.store, unlocked(device.ports))]),
  // Both run under the lock, one after the other.
  'page and service worker sync': (step) => onBadConnection(step, () => Promise.all([sync(step), sync(step)])),
  // Another tab makes, sends and confirms a change while the answer is in transit.
  async 'sync while an answer is long on its way'(step) {
    const { device, seed, world } = step;
    const slowPath = seed % 3 === 0 ? '/api/batch' : '/api/sync';
    device.meanwhile = async (path) => {
      if (path !== slowPath) return;
      device.meanwhile = null;
      world.count('answer late');
      await appendNotes(step);
      await (seed % 2 ? replay : runCycle)(device.store, unlocked(device.ports));
      await lookAgain(step);
    };
    await runCycle(device.store, unlocked(device.ports));
    device.meanwhile = null;
  },
  // The device cannot know whether the creation arrived; neither change may overtake the other.
  async 'edit a change sent without an answer'(step) {
    const { device, seed, world } = step;
    const id = await create(step, 'videos.create', { title: `Session ${step.number}` });
    device.connection = faultOnce(seed % 2 ? 'request lost' : 'request late', '/api/batch');
    await sync(step);
    device.connection = null;
    const session = await device.store.view('videos').get(id);
    if (!session || (await device.store.outbox.where('entityId').equals(id).first())?.firstSentAt === null) return;
    world.count('edit before the answer');
    await appendNotes(step, session);
    if (seed % 4 > 1) await sync(step);
  },
  // The change was applied, but its author doesn't know. Another device undoes it; the resend must not reapply it.
  async 'an applied change goes again after it was undone'(step) {
    const { device, promised, world } = step;
    const other = onOtherDevice(step);
    if (!other || (await sync(step)) || (await sync(other)) || (await sync(step))) return;
    const session = await own(step, 'videos');
    if (!session || (await device.store.shadow.count()) > 0 || (await other.device.store.shadow.count()) > 0) return;
    await appendNotes(step, session);
    const { line } = promised.lines.pop()!;
    device.connection = faultOnce('answer lost', '/api/batch');
    await sync(step);
    device.connection = null;
    await sync(other);
    const seen = await other.device.store.view('videos').get(session.id);
    if (!seen?.description.includes(line)) return;
    const description = seen.description
      .split('\n')
      .filter((one) => one !== line)
      .join('\n');
    await change(other, 'videos.update', { payload: { description }, params: { id: session.id } });
    await sync(other);
    world.count('change undone before it went again');
    promised.struck.push({ sessionId: session.id, line });
    await sync(step);
  },
} satisfies Record<string, (step: Step) => Promise<unknown>>;
