import { seededRandom } from '../testing/test-ports.ts';

/** What happens in one step, as plain values: a failing run is shrunk by leaving steps out. */
export interface Operation {
  kind: (typeof KINDS)[number];
  /** Which device, row or step it meets, taken modulo what there is. */
  device: number;
  pick: number;
  /** Chance for the faults on the line during this step. */
  seed: number;
}

const KINDS = [
  'log',
  'log',
  'log with dog',
  'append notes',
  'append notes',
  'rename',
  'delete',
  'restore',
  'comment',
  'sync',
  'sync on a bad line',
  'sync on a bad line',
  'sync twice at once',
  'crash while syncing',
  'crash while logging',
  'restart',
  'discard refused',
  'end partnership',
  'begin partnership',
  'time passes',
  'clock jumps',
] as const;

/** The steps of one seed: the same for the same seed. */
export function operationsOf(seed: number, length: number): Operation[] {
  const random = seededRandom(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  return Array.from({ length }, () => ({
    kind: KINDS[upTo(KINDS.length)] ?? 'sync',
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
