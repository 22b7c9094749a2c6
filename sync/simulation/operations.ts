import { seededRandom } from '../testing/test-ports.ts';
import { STEP_NAMES, type StepName } from './all-steps.ts';

/** The steps of a run as plain values, so a failing run can be shrunk by leaving steps out. */
export interface Operation {
  kind: StepName;
  /** Indexes of the device and the row to use, modulo the number available. */
  device: number;
  pick: number;
  /** Seeds the request faults of this step, and the point at which it is interrupted. */
  seed: number;
}

/** Relative frequency of a step; 1 by default. */
const WEIGHTS: Partial<Record<StepName, number>> = {
  'log a session': 3,
  'log a session with a new dog': 2,
  'log a session with a video': 2,
  'append notes': 4,
  'edit a change sent without an answer': 2,
  'rename a session': 2,
  comment: 2,
  invite: 2,
  accept: 3,
  sync: 4,
  'sync on a bad connection': 6,
  'sync while an answer is long on its way': 3,
  'an applied change goes again after it was undone': 2,
  'page and service worker sync': 2,
  'crash while syncing': 3,
  'crash while sending files': 2,
  'send files': 2,
  'late requests arrive': 2,
  'time passes': 2,
};

const DRAWN = STEP_NAMES.flatMap((name) => Array<StepName>(WEIGHTS[name] ?? 1).fill(name));

export const STEPS_PER_SEED = 30;

/** The steps of one seed; the same seed always produces the same steps. */
export function operationsOf(seed: number): Operation[] {
  const random = seededRandom(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  return Array.from({ length: STEPS_PER_SEED }, () => ({
    kind: DRAWN[upTo(DRAWN.length)] ?? 'sync',
    device: upTo(1_000),
    pick: upTo(1_000),
    seed: upTo(2 ** 31),
  }));
}

/** The fewest steps that still fail: leaves out halves, then quarters, down to single steps. */
export async function shrink(operations: Operation[], fails: (operations: Operation[]) => Promise<boolean>): Promise<Operation[]> {
  let left = operations;
  for (let size = Math.ceil(left.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < left.length; ) {
      const without = [...left.slice(0, at), ...left.slice(at + size)];
      if (without.length > 0 && (await fails(without))) left = without;
      else at += size;
    }
  }
  return left;
}
