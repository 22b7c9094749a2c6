import { SPORTS } from '../../api/contract/places-and-sports.ts';
import type { MutationName } from '../../api/contract/mutations.ts';
import { runCycle } from '../cycle.ts';
import { ensureKeepKey } from '../keep-key.ts';
import { keepLocked, unlockKept } from '../kept-work.ts';
import { mutate, type MutateOptions } from '../mutate.ts';
import type { Ports } from '../ports.ts';
import { discard, keepKept, retry, takeOther } from '../queue-actions.ts';
import { replay } from '../replay.ts';
import { crashAt, isCrash } from '../testing/crash.ts';
import { type Backup, restoreBackup, takeBackup } from './backup.ts';
import { badLine } from './bad-line.ts';
import { confirmedVersions, type Versions } from './broken-promises.ts';
import type { Operation, StepName } from './operations.ts';
import type { Promised } from './promised.ts';
import type { SimulatedDevice } from './simulated-device.ts';
import type { SimulatedWorld } from './simulated-world.ts';

const HOUR_MS = 3_600_000;

export interface Step extends Omit<Operation, 'device'> {
  number: number;
  world: SimulatedWorld;
  device: SimulatedDevice;
  promised: Promised;
  history: {
    /** The server as it was when its last backup was taken. */
    backup: Backup;
    /** What was confirmed when the device was last looked at; a step looks anew where it has more confirmed on the way. */
    versions: Versions;
  };
  note: (words: string) => void;
}

type OwnedEntity = 'videos' | 'dogs' | 'cues' | 'programs';

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

/** One row of the device's person, chosen by the step. */
async function own<E extends OwnedEntity>({ device, pick }: Step, entity: E, deleted = false) {
  const all = await device.store.view(entity).filter((row) => row.ownerId === device.owner.userId && (row.deletedAt !== null) === deleted).toArray();
  return all.sort(byId)[pick % Math.max(1, all.length)];
}

async function create<N extends 'videos.create' | 'dogs.create' | 'cues.create' | 'programs.create'>(
  { device, promised }: Step,
  name: N,
  payload: NonNullable<MutateOptions<N>['payload']>,
  ports = device.ports,
): Promise<string> {
  const { id } = await mutate(device.store, ports, name, { payload });
  promised.rows.set(id, { entity: name.split('.')[0] as OwnedEntity, ownerId: device.owner.userId });
  return id;
}

const change = <N extends MutationName>({ device }: Step, name: N, options: MutateOptions<N>) =>
  mutate(device.store, device.ports, name, options);

const unlocked = (ports: Ports): Ports => ({ ...ports, lock: async (_name, body) => body() });

const isFull = (error: unknown): boolean => /QuotaExceeded|DeviceFull/.test(`${String(error)} ${String((error as { inner?: unknown } | null)?.inner)}`);

/** Lets the nth write fail as a full disk does; nothing may change. */
async function whileFull({ device, seed, note }: Step, act: () => Promise<unknown>): Promise<void> {
  let writes = 0;
  device.hooks.beforeWrite = () => {
    writes += 1;
    if (writes === 1 + (seed % 12)) throw new DOMException('The disk is full', 'QuotaExceededError');
  };
  try {
    await act();
  } catch (error) {
    if (!isFull(error)) throw error;
    note('disk full');
  } finally {
    device.hooks.beforeWrite = () => {};
  }
}

async function untilCrash({ device, seed, note }: Step, act: (ports: Ports) => Promise<unknown>): Promise<void> {
  const ports = crashAt(1 + (seed % 40), device.hooks, device.ports);
  try {
    await act(ports);
  } catch (error) {
    if (!isCrash(error)) throw error;
    note('crashed');
  }
  await device.restart();
}

async function appendNotes(step: Step): Promise<void> {
  const session = await own(step, 'videos');
  if (!session) return;
  const line = `line of step ${step.number}`;
  const description = session.description ? `${session.description}\n${line}` : line;
  await change(step, 'videos.update', { payload: { description }, params: { id: session.id } });
  step.promised.lines.push({ sessionId: session.id, line });
}

async function toggle(step: Step, entity: 'videos' | 'dogs' | 'cues', deleted: boolean): Promise<void> {
  const row = await own(step, entity, deleted);
  if (!row) return;
  await change(step, `${entity}.${deleted ? 'restore' : 'delete'}`, { params: { id: row.id } });
  step.promised.deleted.add(row.id);
}

const refusedRecords = ({ store }: SimulatedDevice) => store.outbox.where('state').equals('refused').toArray();

export async function discardRefused(device: SimulatedDevice, promised: Promised): Promise<void> {
  for (const record of await refusedRecords(device)) {
    promised.discarded.add(record.entityId);
    await discard(device.store, device.ports, record.key);
  }
}

/** Everything that can happen, by name. */
export const STEPS: Record<StepName, (step: Step) => Promise<unknown>> = {
  'log a session': (step) => create(step, 'videos.create', { title: `Session ${step.number}` }),
  async 'log a session with a new dog'(step) {
    const dogId = await create(step, 'dogs.create', { name: `Dog ${step.number}`, breed: 'Malinois', birthdate: '2021-03-04' });
    await create(step, 'videos.create', { title: `Session ${step.number}`, dogId });
  },
  'append notes': appendNotes,
  async 'rename a session'(step) {
    const session = await own(step, 'videos');
    if (session) await change(step, 'videos.update', { payload: { title: `Renamed ${step.number}` }, params: { id: session.id } });
  },
  // The answer to a pull is overtaken by a change that is made, sent and confirmed meanwhile.
  async 'edit while an answer is on its way'(step) {
    const { device, history } = step;
    let overtaken = false;
    const slow: Ports = {
      ...unlocked(device.ports),
      fetch: async (request) => {
        const response = await device.ports.fetch(request);
        if (!overtaken && request.url.endsWith('/api/sync')) {
          overtaken = true;
          await appendNotes(step);
          await replay(device.store, unlocked(device.ports));
          history.versions = await confirmedVersions(device);
        }
        return response;
      },
    };
    await runCycle(device.store, slow);
  },
  async 'share or unshare'(step) {
    const session = await own(step, 'videos');
    if (session) await change(step, session.shared ? 'videos.unshare' : 'videos.share', { params: { id: session.id } });
  },
  'delete a session': (step) => toggle(step, 'videos', false),
  'restore a session': (step) => toggle(step, 'videos', true),
  'delete a dog': (step) => toggle(step, 'dogs', step.seed % 3 === 0),
  async 'edit a dog'(step) {
    const dog = await own(step, 'dogs');
    if (!dog) return;
    const titles = [...dog.titles, `T${step.number}`];
    const payload = step.seed % 2 ? { titles } : { name: `Named ${step.number}`, notes: `${dog.notes}\nnote ${step.number}` };
    await change(step, 'dogs.update', { payload, params: { id: dog.id } });
  },
  'create a cue': (step) =>
    create(step, 'cues.create', { name: `Cue ${step.number}`, sport: SPORTS[0], steps: ['Sit'], visibility: step.seed % 2 ? 'public' : 'private' }),
  async 'edit a cue'(step) {
    const cue = await own(step, 'cues');
    if (!cue) return;
    const payload = step.seed % 2 ? { steps: [...cue.steps, `Step ${step.number}`] } : { description: `${cue.description}\nwords ${step.number}` };
    await change(step, 'cues.update', { payload, params: { id: cue.id } });
  },
  'delete or restore a cue': (step) => toggle(step, 'cues', step.seed % 2 === 0),
  async 'import a cue'(step) {
    const { world, device, pick } = step;
    const other = device.owner === world.anna ? world.ben : world.anna;
    const { rows } = await world.client.query<{ id: string; name: string }>(
      `select id, name from cues where owner_id = $1 and visibility = 'public' and deleted_at is null order by id`,
      [other.userId],
    );
    const cue = rows[pick % Math.max(1, rows.length)];
    const source = { ...cue, sport: SPORTS[0], difficulty: 'beginner', description: '', steps: [] };
    if (cue) await change(step, 'cues.import', { params: { cueId: cue.id }, source });
  },
  async 'create a program with cues'(step) {
    const cue = await own(step, 'cues');
    const id = await create(step, 'programs.create', { name: `Program ${step.number}`, goal: 'Heel' });
    const fresh = await create(step, 'cues.create', { name: `Cue ${step.number}` });
    for (const [orderIndex, cueId] of [cue?.id, fresh].entries()) {
      if (cueId) await change(step, 'programs.addCue', { payload: { cueId, orderIndex }, params: { id } });
    }
  },
  async 'reorder or thin a program'(step) {
    const program = await own(step, 'programs');
    if (!program) return;
    const cueIds = program.cues.map(({ cueId }) => cueId).reverse();
    const [first] = cueIds;
    if (step.seed % 2) await change(step, 'programs.orderCues', { payload: { cueIds }, params: { id: program.id } });
    else if (first) await change(step, 'programs.removeCue', { params: { id: program.id, cueId: first } });
    else await change(step, 'programs.update', { payload: { name: `Program again ${step.number}` }, params: { id: program.id } });
  },
  async 'comment'(step) {
    const all = (await step.device.store.view('videos').orderBy('live').toArray()).sort(byId);
    const about = all[step.pick % Math.max(1, all.length)];
    if (about) await change(step, 'comments.create', { payload: { content: `Comment ${step.number}` }, params: { videoId: about.id } });
  },
  async 'delete a comment'(step) {
    const all = (await step.device.store.view('comments').filter((row) => row.userId === step.device.owner.userId && row.deletedAt === null).toArray()).sort(byId);
    const comment = all[step.pick % Math.max(1, all.length)];
    if (comment) await change(step, 'comments.delete', { params: { id: comment.id, videoId: comment.videoId } });
  },
  async 'edit the profile'(step) {
    if (!(await step.device.store.view('profile').get(step.device.owner.userId))) return;
    const payload = step.seed % 2 ? { firstName: `Name ${step.number}` } : { bio: `Bio ${step.number}` };
    await change(step, 'profile.update', { payload });
  },
  async 'invite'(step) {
    const { world, device } = step;
    const friendId = (device.owner === world.anna ? world.ben : world.anna).userId;
    if ((await device.store.view('friendships').count()) === 0) await change(step, 'friendships.create', { payload: { friendId } });
  },
  async 'accept'(step) {
    const asked = await step.device.store.view('friendships').filter((row) => row.friendId === step.device.owner.userId && row.status === 'pending').first();
    if (asked) await change(step, 'friendships.accept', { payload: { status: 'accepted' }, params: { id: asked.id } });
  },
  async 'end a partnership'(step) {
    const [pair] = await step.device.store.view('friendships').toArray();
    if (!pair) return;
    const isOwnRequest = pair.status === 'pending' && pair.userId === step.device.owner.userId;
    await change(step, isOwnRequest ? 'friendships.withdraw' : 'friendships.delete', { params: { id: pair.id } });
  },
  async 'take or settle a conflict'({ device, seed }) {
    const conflict = (await device.store.view('conflicts').filter(({ deletedAt }) => deletedAt === null).toArray()).sort(byId)[0];
    if (!conflict || !(await device.store.table(conflict.entity).get(conflict.entityId))) return;
    await (seed % 2 ? takeOther : keepKept)(device.store, device.ports, conflict.id);
  },

  'sync': ({ device }) => runCycle(device.store, device.ports),
  async 'sync on a bad line'({ device, seed }) {
    device.line = badLine(seed);
    await runCycle(device.store, device.ports);
    device.line = null;
  },
  'sync in two tabs at once': ({ device }) =>
    Promise.all([runCycle(device.store, unlocked(device.ports)), runCycle(device.store, unlocked(device.ports))]),
  'an old request arrives again': ({ device, pick }) => device.sendAgain(pick),
  async 'somebody else is signed in'({ device, world }) {
    device.signedIn = device.owner === world.anna ? world.ben : world.anna;
    await runCycle(device.store, device.ports);
    device.signedIn = device.owner;
  },
  'crash while syncing': (step) => untilCrash(step, (ports) => runCycle(step.device.store, ports)),
  'crash while logging': (step) => untilCrash(step, (ports) => create(step, 'videos.create', { title: `Session ${step.number}` }, ports)),
  'the disk is full while logging': (step) => whileFull(step, () => create(step, 'videos.create', { title: `Session ${step.number}` })),
  'the disk is full while syncing': (step) => whileFull(step, () => runCycle(step.device.store, step.device.ports)),
  'restart': ({ device }) => device.restart(),
  'discard what is refused': ({ device, promised }) => discardRefused(device, promised),
  async 'retry what is refused'({ device }) {
    for (const { key } of await refusedRecords(device)) await retry(device.store, device.ports, key);
  },
  async 'keep work locked and sign in again'({ device, promised }) {
    await ensureKeepKey(device.store, device.ports);
    const { files } = device.ports;
    await keepLocked(device.store, device.ports, files);
    promised.cleared = true;
    await device.restart();
    await unlockKept(device.store, device.ports, files);
  },
  async 'time passes'({ device, pick, world }) {
    device.clock.now += (pick % 48) * HOUR_MS;
    world.server.clock.forward(1);
  },
  async 'the clock jumps'({ device, pick }) {
    device.clock.now += (pick - 500) * HOUR_MS;
  },
  async 'a backup is taken'({ world, history }) {
    history.backup = await takeBackup(world.client);
  },
  async 'the server is restored from a backup'({ world, history, promised, seed }) {
    await restoreBackup(world.client, history.backup);
    // As ids must be: version 4.
    await world.client.query(
      `update feeds set epoch = overlay(overlay(md5(name || $1) placing '4' from 13) placing '8' from 17)::uuid`,
      [`${seed}`],
    );
    promised.restored = true;
  },
};
