interface Question {
  what: string;
  /** The path of something that never existed, and the paths of things that exist but are hidden. */
  never: string;
  hidden: readonly string[];
}

export interface HiddenTime {
  what: string;
  path: string;
  neverMs: number;
  hiddenMs: number;
  ratio: number;
}

export const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

/**
 * Compares how long a visitor waits for the 404 of a hidden path and of one that never existed. Requests alternate, so
 * that other load on the machine affects both equally. @returns medians
 */
export async function measureHidden(
  visit: (path: string) => Promise<Response>,
  questions: readonly Question[],
  rounds: number,
): Promise<HiddenTime[]> {
  const measured: HiddenTime[] = [];
  for (const { what, never, hidden } of questions) {
    const paths = [never, ...hidden];
    const times = new Map(paths.map((path) => [path, [] as number[]]));
    for (let round = -10; round < rounds; round += 1) {
      for (const path of paths) {
        const began = performance.now();
        const answer = await visit(path);
        await answer.arrayBuffer();
        if (answer.status !== 404) throw new Error(`${path} was answered with ${answer.status}`);
        if (round >= 0) times.get(path)!.push(performance.now() - began);
      }
    }
    const neverMs = median(times.get(never)!);
    for (const path of hidden) {
      const hiddenMs = median(times.get(path)!);
      measured.push({ what, path, neverMs, hiddenMs, ratio: hiddenMs / neverMs });
    }
  }
  return measured;
}
