/** How long one step of an hourly sweep may take. What is left has its turn at the next sweep. */
const STEP_MS = 60_000;

export interface SweepTime {
  isUp(): boolean;
}

/** Starts the time of one step. It ends between two batches, never within one. */
export function timeForStep(stepMs: number = STEP_MS): SweepTime {
  const end = performance.now() + stepMs;
  return { isUp: () => performance.now() >= end };
}

/** Runs `batch` until it reports that nothing is left or the time is up, at least once. @returns the sum of what it did */
export async function inBatches(stepMs: number | undefined, atOnce: number, batch: () => Promise<number>): Promise<number> {
  const time = timeForStep(stepMs);
  let sum = 0;
  for (;;) {
    const done = await batch();
    sum += done;
    if (done < atOnce || time.isUp()) return sum;
  }
}
