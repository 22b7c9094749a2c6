import { ENTITY_NAMES } from '../../api/contract/entities.ts';
import type { TestPerson } from '../../api/testing/create-test-app.ts';
import { runCycle } from '../cycle.ts';
import { mutate } from '../mutate.ts';
import { discard } from '../queue-actions.ts';
import type { StoredRow } from '../stored-row.ts';
import { Crash, crashAt } from '../testing/crash.ts';
import type { TestDevice, TestWorld } from '../testing/test-world.ts';
import { badLine } from './bad-line.ts';
import type { Operation } from './operations.ts';

const HOUR_MS = 3_600_000;

/** One note line that a device has accepted; it must be found in the end, wherever it was merged. */
interface Written {
  sessionId: string;
  line: string;
}

/** What has been promised so far. */
interface Promised {
  sessions: Set<string>;
  lines: Written[];
  deleted: Set<string>;
  /** Of refused changes that their author gave up. */
  discarded: Set<string>;
}

export interface Outcome {
  trace: string[];
  /** The promises that were broken, in words; empty when all held. */
  broken: string[];
}

let runs = 0;

/**
 * Runs the steps on three devices of two partners against the real API, heals everything, and compares what is there
 * with what was promised (design section 4).
 */
export async function runSimulation(world: TestWorld, people: [TestPerson, TestPerson], operations: readonly Operation[]): Promise<Outcome> {
  runs += 1;
  const [anna, ben] = people;
  const owners = [anna, anna, ben];
  const names = ['phone', 'desk', 'bens phone'];
  const devices = await Promise.all(owners.map((person, place) => world.device(person, `${names[place]} ${runs}`)));
  const promised: Promised = { sessions: new Set(), lines: [], deleted: new Set(), discarded: new Set() };
  const trace: string[] = [];
  for (const [step, operation] of operations.entries()) {
    const place = operation.device % devices.length;
    trace.push(`${step} ${names[place]}: ${operation.kind}`);
    devices[place] = await perform(world, people, devices[place]!, operation, promised, step, (fault) =>
      trace.push(`    ${fault}`),
    );
  }
  const broken = await heal(devices, promised);
  for (const [place, device] of devices.entries()) {
    broken.push(...(await differences(world, owners[place]!, device, `${names[place]}`)));
  }
  broken.push(...(await brokenPromises(devices, promised)));
  return { trace, broken };
}

async function perform(
  world: TestWorld,
  [anna, ben]: [TestPerson, TestPerson],
  device: TestDevice,
  { kind, pick, seed }: Operation,
  promised: Promised,
  step: number,
  note: (fault: string) => void,
): Promise<TestDevice> {
  const { store } = device;
  const own = (await store.view('videos').where('[shelf+live]').between(['mine', ''], ['mine', '￿']).toArray()).sort(byId);
  const session = own[pick % Math.max(1, own.length)];
  const notes = `line of step ${step}`;
  switch (kind) {
    case 'log':
      promised.sessions.add((await device.mutate('videos.create', { payload: { title: `Session ${step}` } })).id);
      return device;
    case 'log with dog': {
      const dog = await device.mutate('dogs.create', { payload: { name: `Dog ${step}`, breed: 'Malinois', birthdate: '2021-03-04' } });
      promised.sessions.add((await device.mutate('videos.create', { payload: { title: `Session ${step}`, dogId: dog.id } })).id);
      return device;
    }
    case 'append notes':
      if (!session) return device;
      await device.mutate('videos.update', {
        payload: { description: session.description ? `${session.description}\n${notes}` : notes },
        params: { id: session.id },
      });
      promised.lines.push({ sessionId: session.id, line: notes });
      return device;
    case 'rename':
      if (session) await device.mutate('videos.update', { payload: { title: `Renamed ${step}` }, params: { id: session.id } });
      return device;
    case 'delete':
      if (!session) return device;
      await device.mutate('videos.delete', { params: { id: session.id } });
      promised.deleted.add(session.id);
      return device;
    case 'restore': {
      const gone = (await store.view('videos').where('deletedAt').above('').toArray()).sort(byId);
      const restored = gone[pick % Math.max(1, gone.length)];
      if (restored) await device.mutate('videos.restore', { params: { id: restored.id } });
      return device;
    }
    case 'comment': {
      const all = (await store.view('videos').orderBy('live').toArray()).sort(byId);
      const about = all[pick % Math.max(1, all.length)];
      if (about) await device.mutate('comments.create', { payload: { content: `Comment ${step}` }, params: { videoId: about.id } });
      return device;
    }
    case 'sync':
      await device.sync();
      return device;
    case 'sync on a bad line':
      device.line.carry = badLine(seed, note);
      await device.sync();
      device.line.carry = (_request, pass) => pass();
      return device;
    case 'sync twice at once': {
      const unlocked = { ...device.ports, lock: async <T>(_name: string, body: () => Promise<T>) => body() };
      await Promise.all([runCycle(store, unlocked), runCycle(store, unlocked)]);
      return device;
    }
    case 'crash while syncing':
    case 'crash while logging': {
      const ports = await crashAt(1 + (seed % 12), store, device.ports);
      const act =
        kind === 'crash while syncing'
          ? runCycle(store, ports)
          : mutate(store, ports, 'videos.create', { payload: { title: `Session ${step}` } }).then(({ id }) => promised.sessions.add(id));
      await act.catch((error: unknown) => {
        if (!isCrash(error)) throw error;
        note('crashed');
      });
      return device.restart();
    }
    case 'restart':
      return device.restart();
    case 'discard refused':
      await discardRefused(device, promised);
      return device;
    case 'end partnership': {
      const { body } = await anna.call<{ id: string }[]>('GET', '/api/friendships');
      for (const { id } of body) await anna.call('DELETE', `/api/friendships/${id}`);
      return device;
    }
    case 'begin partnership': {
      const { body } = await anna.call<{ id: string }>('POST', '/api/friendships', { friendId: ben.userId });
      await ben.call('PATCH', `/api/friendships/${body.id}`, { status: 'accepted' });
      return device;
    }
    case 'time passes':
      device.clock.now += (pick % 48) * HOUR_MS;
      world.server.clock.forward(1);
      return device;
    case 'clock jumps':
      device.clock.now += (pick - 500) * HOUR_MS;
      return device;
  }
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

const isCrash = (error: unknown): boolean =>
  error instanceof Crash || (error as { inner?: unknown } | null)?.inner instanceof Crash || String(error).includes('Crash');

async function discardRefused(device: TestDevice, promised: Promised) {
  for (const record of await device.store.outbox.where('state').equals('refused').toArray()) {
    promised.discarded.add(record.entityId);
    await discard(device.store, device.ports, record.key);
  }
}

/** Everything works again: each device syncs until nothing is left; what is refused, and what waits for it, is given up. */
async function heal(devices: readonly TestDevice[], promised: Promised): Promise<string[]> {
  for (let round = 0; round < 3; round += 1) {
    for (const device of devices) {
      for (let tries = 0; (await device.sync()) !== null || (await device.store.outbox.count()) > 0; tries += 1) {
        if (tries > 20) return [`a device does not come to rest: ${JSON.stringify(await device.store.outbox.toArray())}`];
        device.clock.now += 2 * HOUR_MS;
        await discardRefused(device, promised);
      }
    }
  }
  return [];
}

/** Promise 3: the device holds what a new device of the same person reads, no more and no less. */
async function differences(world: TestWorld, person: TestPerson, device: TestDevice, name: string): Promise<string[]> {
  const fresh = await world.device(person, `fresh ${name} ${(runs += 1)}`);
  await fresh.sync();
  const broken: string[] = [];
  for (const entity of ENTITY_NAMES) {
    const [held, right] = await Promise.all([device, fresh].map(({ store }) => store.view(entity).toArray()));
    const [a, b] = [held, right].map((rows) => JSON.stringify((rows as StoredRow[]).sort(byId), sortedKeys));
    if (a !== b) broken.push(`${name} differs from the server in ${entity}:\n  holds ${a}\n  should ${b}`);
  }
  for (const table of ['outbox', 'shadow', 'suspects'] as const) {
    const left = await device.store[table].count();
    if (left > 0) broken.push(`${name} has ${left} left in ${table}`);
  }
  return broken;
}

const sortedKeys = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Promise 1: what was accepted is there once, or its author gave it up. */
async function brokenPromises(devices: readonly TestDevice[], promised: Promised): Promise<string[]> {
  const held = new Map<string, StoredRow<'videos'>>();
  for (const { store } of devices) for (const row of await store.view('videos').toArray()) held.set(row.id, row);
  const broken: string[] = [];
  for (const id of promised.sessions) {
    if (!held.has(id) && !promised.discarded.has(id)) broken.push(`an accepted session is nowhere: ${id}`);
  }
  for (const { sessionId, line } of promised.lines) {
    const row = held.get(sessionId);
    if (!row || promised.deleted.has(sessionId) || promised.discarded.has(sessionId)) continue;
    const times = row.description.split('\n').filter((one) => one === line).length;
    if (times !== 1) broken.push(`an accepted note stands ${times} times: ${line} in ${JSON.stringify(row.description)}`);
  }
  return broken;
}
