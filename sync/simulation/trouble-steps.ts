import { sweepFeeds } from '../../api/feeds/sweep-feeds.ts';
import { feedName } from '../../api/contract/sync-protocol.ts';
import { becomePartners } from '../../api/testing/pulling-device.ts';
import { runCycle } from '../cycle.ts';
import { ensureLockKey } from '../sign-out/lock-key.ts';
import { canLockWork, lockWork } from '../sign-out/lock-work.ts';
import type { OutboxRecord } from '../store/outbox-record.ts';
import { pull } from '../pull/pull.ts';
import { replay } from '../replay/replay.ts';
import type { Ports } from '../ports/ports.ts';
import { crashAt, isCrash } from '../testing/crash.ts';
import { uploadOnce } from '../transfers/uploads.ts';
import { restoreBackup, takeBackup } from './backup.ts';
import { badConnection, faultOnce, firewall } from './bad-connection.ts';
import { appendNotes, change, comment, create, lookAgain, onOtherDevice, own, refusedRecords, type Step, unlocked } from './step.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const isFull = (error: unknown): boolean =>
  /QuotaExceeded|DeviceFull/.test(`${String(error)} ${String((error as { inner?: unknown } | null)?.inner)}`);

/** Makes the nth write fail as on a full disk. The failed action must change nothing. */
async function whileFull({ device, seed, note, world }: Step, act: () => Promise<unknown>): Promise<void> {
  let writes = 0;
  device.hooks.beforeWrite = () => {
    writes += 1;
    if (writes === 1 + (seed % 12)) throw new DOMException('The disk is full', 'QuotaExceededError');
  };
  try {
    await act();
  } catch (error) {
    if (!isFull(error)) throw error;
    world.count('disk full');
    note('disk full');
  } finally {
    device.hooks.beforeWrite = () => {};
  }
}

async function untilCrash({ device, seed, note, world }: Step, act: (ports: Ports) => Promise<unknown>): Promise<void> {
  let crashed = false;
  const ports = crashAt(1 + (seed % 40), device.hooks, device.ports, () => {
    crashed = true;
  });
  try {
    await act(ports);
  } catch (error) {
    if (!isCrash(error)) throw error;
  }
  if (crashed) {
    world.count('crash');
    note('crashed');
  }
  await device.restart();
}

async function onBadConnection({ device, seed }: Step, act: () => Promise<unknown>): Promise<void> {
  device.connection = badConnection(seed);
  await act();
  device.connection = null;
}

const sendFiles = async ({ device }: Step, ports = device.ports) => {
  await uploadOnce(device.store, ports);
};

const sync = ({ device }: Step) => runCycle(device.store, device.ports);

async function partnersOf({ client }: Step['world']): Promise<string> {
  const { rows } = await client.query<{ id: string }>(`select id from friendships where status = 'accepted' order by id`);
  return rows.map(({ id }) => id).join(' ');
}

async function ownHeads({ client, anna, ben }: Step['world']): Promise<number[]> {
  const heads: number[] = [];
  for (const { userId } of [anna, ben]) {
    const { rows } = await client.query<{ head: number }>('select head::float8 as head from feeds where name = $1', [
      feedName('own', userId),
    ]);
    heads.push(rows[0]?.head ?? 0);
  }
  return heads;
}

/** Assigns every feed a new epoch, a valid version 4 UUID. @param isKnown whether the backup's age is recorded */
const giveNewEpochs = ({ client }: Step['world'], salt: string, isKnown: boolean) =>
  client.query(
    `update feeds set epoch = overlay(overlay(md5(name || $1) placing '4' from 13) placing '8' from 17)::uuid, forks = '{}',
      shared_until = case when $2 then (select max(at) from feed_entries) end`,
    [salt, isKnown],
  );

/** Adds sessions unknown to the devices, until positions alone don't reveal that the server went back. */
async function fillTheGap(world: Step['world'], heads: readonly number[]): Promise<void> {
  for (const [place, person] of [world.anna, world.ben].entries()) {
    while ((await ownHeads(world))[place]! < heads[place]!) {
      const { status } = await person.call('POST', '/api/videos', { title: 'Filler' });
      // Without beta access the person cannot write.
      if (status !== 201) return;
    }
  }
  world.count('gap filled');
}

/** Faults of the server, the network, the browser and time, by name. */
export const TROUBLE_STEPS = {
  sync: sync,
  'sync on a bad connection': (step) => onBadConnection(step, () => sync(step)),
  // The app is closed between reading and sending. The next edit builds on the rows just read, or is offered again.
  async 'read, then edit'(step) {
    await pull(step.device.store, step.device.ports);
    await appendNotes(step);
  },
  // As if the browser had no Web Locks.
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
  // It is unknown whether the creation arrived; neither change may overtake the other.
  async 'edit what was sent without an answer'(step) {
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
  // Before the correction, the author may edit other fields of the row, or create a dog for it to reference.
  async 'a refused change is corrected'(step) {
    const { device, promised, number, seed, world } = step;
    const session = await own(step, 'videos');
    const stranger = device.ports.newId();
    promised.strangers.add(stranger);
    const payload = { title: `Session ${number}`, dogId: stranger };
    const id = seed % 4 === 0 || !session ? await create(step, 'videos.create', payload) : session.id;
    if (id === session?.id) await change(step, 'videos.update', { payload, params: { id } });
    await sync(step);
    const isRefused = (await refusedRecords(device)).some(({ entityId }) => entityId === id);
    const shown = await device.store.view('videos').get(id);
    if (!isRefused || !shown || shown.deletedAt) return;
    world.count('refused and corrected');
    if (seed % 4 !== 1) await appendNotes(step, shown);
    const dogId =
      seed % 3 ? null : await create(step, 'dogs.create', { name: `Dog ${number}`, breed: 'Malinois', birthdate: '2021-03-04' });
    await change(step, 'videos.update', { payload: { dogId }, params: { id } });
  },
  // All other records arrive, including later ones, and the user sees which change is blocked.
  async 'a firewall refuses a word'(step) {
    const { device, number, seed, world } = step;
    if (await sync(step)) return;
    const word = `forbidden-${number}`;
    await create(step, 'videos.create', { title: `Before ${number}` });
    const refused = await create(step, 'videos.create', { title: `With ${word}` });
    for (let more = 0; more < seed % 7; more += 1) await create(step, 'videos.create', { title: `After ${number}-${more}` });
    device.connection = firewall(word, seed);
    const isStopped = (record: OutboxRecord) => JSON.stringify(record.payload).includes(word);
    for (let tries = 0; tries < 30; tries += 1) {
      await sync(step);
      device.clock.now += 5 * 60_000;
      if (tries === 10) await create(step, 'videos.create', { title: `Meanwhile ${number}` });
    }
    device.connection = null;
    const left = await device.store.outbox.toArray();
    const waits = (record: OutboxRecord) => record.entityId === refused || record.state === 'refused' || record.dependsOn.length > 0;
    if (left.some((record) => !isStopped(record) && !waits(record))) throw new Error(`A firewall holds up ${JSON.stringify(left)}`);
    if (left.find(isStopped)?.state !== 'blocked') throw new Error(`What a firewall stops is not blocked: ${JSON.stringify(left)}`);
    world.count('firewall refuses a word');
  },
  'an old request arrives again': ({ device, pick, world }) => {
    world.count('old request again');
    return device.sendAgain(pick);
  },
  async 'late requests arrive'({ world }) {
    for (const arrive of world.late.splice(0).reverse()) await arrive();
  },
  async 'somebody else is signed in'(step) {
    const { device, world } = step;
    device.signedIn = device.owner === world.anna ? world.ben : world.anna;
    if ((await sync(step))?.kind === 'pause') world.count('session of somebody else');
    device.signedIn = device.owner;
  },
  async 'the session ends'(step) {
    step.device.signedIn = step.world.nobody;
    if ((await sync(step))?.kind === 'pause') step.world.count('signed out');
  },
  async 'signs in again'({ device }) {
    device.signedIn = device.owner;
  },
  async 'beta access is taken away'(step) {
    await step.world.setBetaAccess(step.device.owner, false);
    if ((await sync(step))?.kind === 'pause') step.world.count('beta access taken');
  },
  'beta access is given again': ({ world, device }) => world.setBetaAccess(device.owner, true),
  // A comment on a partner's session is queued, and the partnership ends before it is sent.
  async 'the partner leaves in mid-queue'(step) {
    const { device, world } = step;
    const partner = device.owner === world.anna ? world.ben : world.anna;
    const shared = await partner.call<{ id: string }>('POST', '/api/videos', { title: `Shared ${step.number}` });
    // Without beta access the partner cannot share anything.
    if (shared.status !== 201) return;
    await partner.call('POST', `/api/videos/${shared.body.id}/share`);
    await becomePartners(device.owner, partner);
    if (await sync(step)) return;
    const theirs = await device.store.view('videos').get(shared.body.id);
    if (!theirs) return;
    await comment(step, theirs);
    step.promised.parted = true;
    await create(step, 'videos.create', { title: `Behind a comment ${step.number}` });
    const { body } = await partner.call<{ id: string }[]>('GET', '/api/friendships');
    for (const { id } of body) await partner.call('DELETE', `/api/friendships/${id}`);
    await sync(step);
    if (!(await device.store.view('videos').get(theirs.id))) world.count('rights revoked');
  },
  'crash while syncing': (step) => untilCrash(step, (ports) => runCycle(step.device.store, ports)),
  'crash while logging': (step) =>
    untilCrash(step, (ports) => create(step, 'videos.create', { title: `Session ${step.number}` }, { ports })),
  'crash while sending files': (step) => untilCrash(step, (ports) => sendFiles(step, ports)),
  'send files': (step) => sendFiles(step),
  'send files on a bad connection': (step) => onBadConnection(step, () => sendFiles(step)),
  'the disk is full while logging': (step) => whileFull(step, () => create(step, 'videos.create', { title: `Session ${step.number}` })),
  'the disk is full while syncing': (step) => whileFull(step, () => sync(step)),
  'the app restarts': ({ device }) => device.restart(),
  async 'the server restarts'({ world }) {
    world.count('server restart');
    await world.startRun();
    await world.server.restart();
  },
  async 'work is locked at sign-out and comes back'({ device, promised, world }) {
    await ensureLockKey(device.store, device.ports);
    if (!(await canLockWork(device.store))) return;
    await lockWork(device.store, device.ports, device.lockedFiles);
    world.count('work locked');
    device.isLocked = true;
    promised.cleared = true;
    await device.restart();
  },
  async 'time passes'({ device, pick, world }) {
    device.clock.now += (pick % 48) * HOUR_MS;
    await world.forward((pick % 48) * 3_600);
  },
  async 'the clock jumps'({ device, pick, world }) {
    world.count('clock jump');
    device.clock.now += (pick - 500) * HOUR_MS;
  },
  async 'more than 90 days pass'({ devices, promised, world }) {
    world.count('90 days');
    world.late = [];
    for (const device of devices) {
      device.clock.now += 91 * DAY_MS;
      device.forgetSent();
    }
    await world.forward(91 * 86_400);
    await sweepFeeds(world.server.services, world.server.services.now());
    promised.aged = true;
  },
  async 'a backup is taken'({ world, history }) {
    history.backup = await takeBackup(world.client);
  },
  // In half of the cases the operator marks the restore.
  async 'the server is restored from a backup'({ world, history, promised, seed }) {
    const before = await partnersOf(world);
    const heads = await ownHeads(world);
    await restoreBackup(world.client, history.backup);
    await world.startRun();
    if ((await partnersOf(world)) !== before) promised.parted = true;
    promised.restored = true;
    const [isSilent, chance] = [seed % 4 > 1, seed % 2 === 1];
    world.count(isSilent ? 'server went back' : 'backup restored');
    if (!isSilent) await giveNewEpochs(world, `${seed}`, chance);
    else if (chance) await fillTheGap(world, heads);
  },
} satisfies Record<string, (step: Step) => Promise<unknown>>;
