import { createHash } from 'node:crypto';
import { becomePartners } from '../../api/testing/pulling-device.ts';
import { runCycle } from '../cycle.ts';
import { confirmedVersions, differences, lost, readTruth, turnedBack, vanished, wronglyRefused } from './broken-promises.ts';
import type { Mistake } from './mistakes.ts';
import { type Operation, operationsOf, shrink, type StepName } from './operations.ts';
import { nothingPromised, type Promised } from './promised.ts';
import { openSimulatedDevice, type SimulatedDevice } from './simulated-device.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import { discardRefused, type Step, STEPS } from './steps.ts';

const HOUR_MS = 3_600_000;
const STEPS_PER_SEED = 30;

/** Steps in which a person takes changes back or puts others in their place. */
const BY_PERSON = new Set<StepName>(['discard what is refused', 'retry what is refused', 'append notes', 'rename a session', 'edit a dog', 'edit a cue', 'edit the profile', 'reorder or thin a program', 'edit while an answer is on its way', 'take or settle a conflict']);

export interface Outcome {
  trace: string[];
  /** The promises that were broken, in words; empty when all held. */
  broken: string[];
}

/** The shortest run that still fails, with what was broken; null when the seed passes. */
export async function failureOfSeed(world: SimulatedWorld, seed: number, mistake: Mistake | null = null): Promise<Outcome | null> {
  const operations = operationsOf(seed, STEPS_PER_SEED);
  if ((await runSimulation(world, seed, operations, mistake)).broken.length === 0) return null;
  const fewest = await shrink(operations, async (some) => (await runSimulation(world, seed, some, mistake)).broken.length > 0);
  return runSimulation(world, seed, fewest, mistake);
}

/** Runs all steps of a seed. */
export const runSeed = (world: SimulatedWorld, seed: number, mistake: Mistake | null = null): Promise<Outcome> =>
  runSimulation(world, seed, operationsOf(seed, STEPS_PER_SEED), mistake);

/**
 * Runs the steps on three devices of two people against the real API, looks after the promises at each step, heals
 * everything, and compares what is there with what was promised (design section 4).
 */
async function runSimulation(world: SimulatedWorld, seed: number, operations: readonly Operation[], mistake: Mistake | null): Promise<Outcome> {
  await world.begin(seed);
  if (seed % 2 === 0) await becomePartners(world.anna, world.ben);
  const trace: string[] = [];
  const note = (words: string) => void trace.push(`    ${words}`);
  const owners = { phone: world.anna, desk: world.anna, tablet: world.ben };
  const devices: SimulatedDevice[] = [];
  for (const [name, owner] of Object.entries(owners)) {
    const place = devices.length + 1;
    devices.push(await openSimulatedDevice({ name, owner, seed: seed * 8 + place, startedAt: Date.UTC(2026, 10, 21, 12), note, mistake }));
  }
  const promised = nothingPromised();
  const history: Step['history'] = { backup: world.empty, versions: new Map() };
  const broken: string[] = [];
  try {
    for (const [number, operation] of operations.entries()) {
      const device = devices[operation.device % devices.length]!;
      trace.push(`${number} ${device.name}: ${operation.kind}`);
      const outbox = await device.store.outbox.toArray();
      history.versions = await confirmedVersions(device);
      await STEPS[operation.kind]({ ...operation, number, world, device, promised, history, note });
      if (!BY_PERSON.has(operation.kind)) broken.push(...(await vanished(world, device, outbox, promised)));
      if (!promised.restored) broken.push(...turnedBack(device.name, history.versions, await confirmedVersions(device)));
      broken.push(...(await wronglyRefused(device, promised)));
      if (broken.length > 0) return { trace, broken };
    }
    trace.push('healing');
    broken.push(...(await heal(devices, promised)));
    const truth = await readTruth(world);
    for (const device of devices) broken.push(...(await differences(device, truth)));
    broken.push(...lost(truth, promised));
    trace.push(`in the end ${digestOf([...truth.values()].map((reader) => reader.everything()))}`);
  } catch (error) {
    broken.push(`a fault: ${(error as Error).stack}`);
  } finally {
    for (const device of devices) device.close();
  }
  return { trace, broken };
}

/** Everything works again: each device syncs until nothing is left; what is refused, and what waits for it, is given up. */
async function heal(devices: readonly SimulatedDevice[], promised: Promised): Promise<string[]> {
  // Once more, for what the others have sent meanwhile.
  for (const round of ['send', 'read', 'read again']) {
    for (const device of devices) {
      for (let tries = 0; ; tries += 1) {
        const setback = await runCycle(device.store, device.ports);
        if (!setback && (await device.store.outbox.count()) === 0) break;
        if (tries > 20) return [`${device.name} does not come to rest (${round}): ${JSON.stringify(await device.store.outbox.toArray())}`];
        device.clock.now += 2 * HOUR_MS;
        await discardRefused(device, promised);
      }
    }
  }
  return [];
}

const MOMENTS = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Without moments: the server's clock goes on from run to run. */
const digestOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value).replaceAll(MOMENTS, '')).digest('hex').slice(0, 16);
