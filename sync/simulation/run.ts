import { createHash } from 'node:crypto';
import { becomePartners } from '../../api/testing/pulling-device.ts';
import { runCycle } from '../cycle.ts';
import { differences, lost, lostFilms, needlessOffers, readTruth, turnedBack, vanished, wronglyRefused } from './broken-promises.ts';
import { type Look, lookAt } from './look.ts';
import { leftTheQueue, lostDrafts } from './left-the-queue.ts';
import { copyOf, createModel, type ReferenceModel } from './model/reference-model.ts';
import { unlikeModel } from './model/unlike-model.ts';
import { type Operation, operationsOf, shrink } from './operations.ts';
import { PERSON_STEPS } from './person-steps.ts';
import { nothingPromised, type Promised } from './promised.ts';
import { type Mistake, openSimulatedDevice, type SimulatedDevice } from './simulated-device.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import { discardRefused, type Step } from './step.ts';
import { STEPS } from './all-steps.ts';
import { falselySynced, notCalledSynced, waitsForNothing } from './what-the-screen-says.ts';
import { listenToRequests, noteKeys } from './listen-to-requests.ts';
import { readFriendships } from './tell-model.ts';
import { uploadOnce } from '../transfers/uploads.ts';

const HOUR_MS = 3_600_000;

/** Labels of failures: the promises of R111, R112, R113 and R114. The fourth: the others hold under all faults. */
const PROMISES = {
  once: 'promise 1, every change is applied exactly once, visibly refused, or discarded by its author',
  confirmed: 'promise 2, nothing is shown as synced that the server has not confirmed',
  share: 'promise 3, at rest a device holds exactly what its person may see',
  rest: 'promise 4, everything comes to rest whatever happened',
};

const broke = (promise: keyof typeof PROMISES, words: readonly string[]) => words.map((one) => `${PROMISES[promise]}: ${one}`);

/** Steps in which a person may undo or replace changes. */
const BY_PERSON = new Set<string>([
  ...Object.keys(PERSON_STEPS),
  'sync while an answer is long on its way',
  'edit a change sent without an answer',
  'read, then edit',
  'an applied change goes again after it was undone',
  'a refused change is corrected',
]);

export interface Outcome {
  /** Number of steps run; a run ends at the first broken promise. */
  steps: number;
  trace: string[];
  /** Descriptions of the broken promises; empty if all held. */
  broken: string[];
}

/** The shortest run that still fails, with the broken promises; null if the seed passes. */
export async function failureOfSeed(world: SimulatedWorld, seed: number, mistake: Mistake | null = null): Promise<Outcome | null> {
  const operations = operationsOf(seed);
  const { broken, steps } = await runSimulation(world, seed, operations, mistake);
  if (broken.length === 0) return null;
  const fewest = await shrink(
    operations.slice(0, steps),
    async (some) => (await runSimulation(world, seed, some, mistake)).broken.length > 0,
  );
  return runSimulation(world, seed, fewest, mistake);
}

/** Runs all steps of a seed. */
export const runSeed = (world: SimulatedWorld, seed: number, mistake: Mistake | null = null): Promise<Outcome> =>
  runSimulation(world, seed, operationsOf(seed), mistake);

/**
 * Runs the steps on three devices of two people against the real API and checks the promises after each step. Then
 * restores all connections and compares the final state with what was promised (R111, R112, R113, R114).
 */
async function runSimulation(
  world: SimulatedWorld,
  seed: number,
  operations: readonly Operation[],
  mistake: Mistake | null,
): Promise<Outcome> {
  await world.begin(seed);
  const model = createModel([world.anna, world.ben]);
  const modelled = copyOf(model.state);
  if (seed % 2 === 0) await becomePartners(world.anna, world.ben);
  await readFriendships(model, world);
  const listener = listenToRequests(world, model);
  const trace: string[] = [];
  const note = (words: string) => void trace.push(`    ${words}`);
  const owners = { phone: world.anna, desk: world.anna, tablet: world.ben };
  const devices: SimulatedDevice[] = [];
  for (const [name, owner] of Object.entries(owners)) {
    devices.push(await openSimulatedDevice({ name, owner, seed: seed * 8 + devices.length + 1, world, note, mistake, listener }));
  }
  const promised = nothingPromised();
  const looks = new Map<SimulatedDevice, Look>();
  const saved = { backup: world.empty, modelled };
  const broken: string[] = [];
  try {
    for (const [number, operation] of operations.entries()) {
      const device = devices[operation.device % devices.length]!;
      trace.push(`${number} ${device.name}: ${operation.kind}`);
      const before = await lookAt(device, looks.get(device));
      const history: Step['history'] = { ...saved, look: before };
      const result = await STEPS[operation.kind]({ ...operation, number, world, device, devices, promised, model, history, note });
      const now = await lookAt(device, history.look);
      looks.set(device, now);
      Object.assign(saved, { backup: history.backup, modelled: history.modelled });
      if (!device.isLocked) {
        noteKeys(model, device, now);
        broken.push(...broke('once', [...leftTheQueue(model, device, now, promised), ...lostDrafts(model, device, now)]));
      }
      broken.push(...broke('confirmed', await falselySynced(model, device, now, promised)));
      if (operation.kind === 'sync' && result === null) broken.push(...broke('rest', waitsForNothing(device, now)));
      if (!BY_PERSON.has(operation.kind)) broken.push(...broke('once', await vanished(world, device, before, now, promised)));
      if (!promised.restored) broken.push(...broke('confirmed', turnedBack(device.name, history.look, now)));
      broken.push(...broke('once', wronglyRefused(device, now, promised)));
      broken.push(...broke('confirmed', needlessOffers(device.name, now, promised)));
      if (broken.length > 0) return { steps: number + 1, trace, broken };
    }
    trace.push('healing');
    broken.push(...broke('rest', await heal(world, devices, promised, model)));
    for (const device of devices) broken.push(...broke('rest', await notCalledSynced(device, promised)));
    const truth = await readTruth(world);
    for (const device of devices) broken.push(...broke('share', await differences(device, truth)));
    broken.push(...broke('once', [...lost(truth, promised), ...(await lostFilms(world, devices, truth, promised))]));
    const people = [world.anna, world.ben];
    for (const person of people) broken.push(...broke('share', unlikeModel(model.state, person, people, truth.get(person.userId)!.rows)));
    trace.push(`in the end ${digestOf([...truth.values()].map((reader) => reader.everything()))}`);
  } catch (error) {
    broken.push(...broke('rest', [`a fault: ${(error as Error).stack}`]));
  } finally {
    for (const device of devices) device.close();
  }
  return { steps: operations.length, trace, broken };
}

const ROUNDS_MOST = 6;
const TRIES_MOST = 20;

/**
 * Ends all faults and syncs every device until nothing is left to send or read. Discards refused changes and their
 * dependents.
 */
async function heal(
  world: SimulatedWorld,
  devices: readonly SimulatedDevice[],
  promised: Promised,
  model: ReferenceModel,
): Promise<string[]> {
  for (const arrive of world.late.splice(0)) await arrive();
  for (const person of [world.anna, world.ben]) await world.setBetaAccess(person, true);
  for (const device of devices) {
    device.signedIn = device.owner;
    if (device.isLocked) await device.restart();
  }
  for (let round = 1; round <= ROUNDS_MOST; round += 1) {
    const before = await world.moves();
    for (const device of devices) {
      for (let tries = 1; ; tries += 1) {
        const setback = await runCycle(device.store, device.ports);
        const filesWait = (await uploadOnce(device.store, device.ports)) !== null;
        if (!setback && !filesWait && (await device.store.outbox.count()) === 0) break;
        if (tries > TRIES_MOST)
          return [`${device.name} does not come to rest: ${JSON.stringify([setback, await device.store.outbox.toArray()])}`];
        device.clock.now += 2 * HOUR_MS;
        await discardRefused({ device, promised, model });
      }
    }
    // In the first round, a device may have read before another one sent.
    if (round > 1 && (await world.moves()) === before) return [];
  }
  return ['the devices never come to rest'];
}

const MOMENTS = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Ignores timestamps, so runs compare by content alone. */
const digestOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value).replaceAll(MOMENTS, '')).digest('hex').slice(0, 16);
