/** How long one step of an hourly sweep may take. The next sweep continues with the rest. */
const STEP_MS = 60_000;

export interface SweepTime {
  isUp(): boolean;
}

/** Starts the time of one step. The time ends between two batches, never within one. */
export function timeForStep(stepMs: number = STEP_MS): SweepTime {
  const end = performance.now() + stepMs;
  return { isUp: () => performance.now() >= end };
}

/** Runs `batch` until nothing is left or the time is up, at least once. @returns the sum of its results */
export async function inBatches(stepMs: number | undefined, atOnce: number, batch: () => Promise<number>): Promise<number> {
  const time = timeForStep(stepMs);
  let sum = 0;
  for (;;) {
    const done = await batch();
    sum += done;
    if (done < atOnce || time.isUp()) return sum;
  }
}
