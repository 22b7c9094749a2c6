import { seededRandom } from '../testing/test-ports.ts';

/** What happens in one step, as plain values: a failing run is shrunk by leaving steps out. */
export interface Operation {
  kind: StepName;
  /** Which device and which row it meets, taken modulo what there is. */
  device: number;
  pick: number;
  /** Chance for what befalls requests during this step, and for where it is broken off. */
  seed: number;
}

/** Each step, and how often it is drawn. */
const WEIGHTS = {
  'log a session': 3,
  'log a session with a new dog': 2,
  'append notes': 4,
  'rename a session': 2,
  'edit while an answer is on its way': 2,
  'share or unshare': 1,
  'delete a session': 1,
  'restore a session': 1,
  'delete a dog': 1,
  'edit a dog': 1,
  'create a cue': 1,
  'edit a cue': 1,
  'delete or restore a cue': 1,
  'import a cue': 1,
  'create a program with cues': 1,
  'reorder or thin a program': 1,
  'comment': 2,
  'delete a comment': 1,
  'edit the profile': 1,
  'invite': 2,
  'accept': 3,
  'end a partnership': 1,
  'take or settle a conflict': 1,
  'sync': 4,
  'sync on a bad line': 5,
  'sync in two tabs at once': 1,
  'an old request arrives again': 1,
  'somebody else is signed in': 1,
  'crash while syncing': 3,
  'crash while logging': 1,
  'the disk is full while logging': 1,
  'the disk is full while syncing': 1,
  'restart': 1,
  'discard what is refused': 1,
  'retry what is refused': 1,
  'keep work locked and sign in again': 1,
  'time passes': 2,
  'the clock jumps': 1,
  'a backup is taken': 1,
  'the server is restored from a backup': 1,
} as const;

export type StepName = keyof typeof WEIGHTS;

const DRAWN = (Object.entries(WEIGHTS) as [StepName, number][]).flatMap(([name, weight]) => Array<StepName>(weight).fill(name));

/** The steps of one seed: the same for the same seed. */
export function operationsOf(seed: number, length: number): Operation[] {
  const random = seededRandom(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  return Array.from({ length }, () => ({
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
