import { ENVELOPE_MAX_OPERATIONS } from '../../api/contract/limits.ts';
import { runCycle } from '../cycle.ts';
import { mutate } from '../outbox/mutate.ts';
import { browserPorts } from '../ports/browser-ports.ts';
import { takeEnvelope } from '../replay/envelope.ts';
import { replay } from '../replay/replay.ts';
import { requeueEnvelope } from '../replay/requeue-envelope.ts';
import { readStatus } from '../status/sync-total.ts';
import { Store } from '../store/store.ts';
import { userId } from './contender.ts';
import { noFiles } from './no-files.ts';

/** Milliseconds that `work` takes. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** The median of several times, in milliseconds. */
async function median(work: () => Promise<unknown>): Promise<number> {
  const times = [];
  for (let turn = 0; turn < 9; turn += 1) times.push(await timed(work));
  return times.toSorted((a, b) => a - b)[4]!;
}

async function openDevice() {
  const store = new Store(userId, { name: `longline-${crypto.randomUUID()}` });
  await store.open();
  return { store, ports: browserPorts(noFiles) };
}

async function sendAll({ store, ports }: Awaited<ReturnType<typeof openDevice>>): Promise<void> {
  const setback = await replay(store, ports);
  if (setback || (await store.outbox.count()) > 0) throw new Error(`Not everything was sent: ${JSON.stringify(setback)}`);
}

/** What the engine does beside a queue of any length; `growth.bench.mjs` calls these in the page. All times in milliseconds. */
const growth = {
  /** A queue of this many new sessions. @returns the time of each piece of work beside it, and of sending it for each change */
  async queue(length: number) {
    const device = await openDevice();
    const { store, ports } = device;
    for (let place = 0; place < length; place += 1) await mutate(store, ports, 'videos.create', { payload: { title: `Session ${place}` } });
    const status = await median(() => readStatus(store));
    const change = await median(() => mutate(store, ports, 'videos.create', { payload: { title: 'One more' } }));
    const envelope = await median(async () =>
      requeueEnvelope(store, await takeEnvelope(store, ports.now(), ENVELOPE_MAX_OPERATIONS), null),
    );
    const queued = await store.outbox.count();
    return { status, change, envelope, sent: (await timed(() => sendAll(device))) / queued };
  },

  /** @returns the time of sending one of this many cues added to a program */
  async additions(count: number) {
    const device = await openDevice();
    const { store, ports } = device;
    const cues = [];
    for (let place = 0; place < count; place += 1) {
      cues.push((await mutate(store, ports, 'cues.create', { payload: { name: `Cue ${place}`, steps: [] } })).id);
    }
    const { id } = await mutate(store, ports, 'programs.create', { payload: { name: `With ${count} cues` } });
    await sendAll(device);
    for (const [orderIndex, cueId] of cues.entries()) {
      await mutate(store, ports, 'programs.addCue', { params: { id }, payload: { cueId, orderIndex } });
    }
    return (await timed(() => sendAll(device))) / count;
  },

  /** @returns the time of the first pull for each session that it reads */
  async firstPull(sessions: number) {
    const { store, ports } = await openDevice();
    const time = await timed(async () => {
      const setback = await runCycle(store, ports);
      if (setback) throw new Error(JSON.stringify(setback));
    });
    const held = await store.view('videos').count();
    if (held !== sessions) throw new Error(`${held} sessions instead of ${sessions}`);
    return time / sessions;
  },
};

export type Growth = typeof growth;

Object.assign(globalThis, { growth });
