import { setImmediate as nextTurn } from 'node:timers/promises';

/** A few milliseconds of sorting or copying. */
const STEPS = 10_000;

/**
 * For loops as long as a person's file makes them: call it once a step, and await what it returns. It lets other requests
 * run after every few thousand steps (R161).
 */
export function pauseAfterSteps(): () => Promise<void> | null {
  let steps = 0;
  return () => {
    steps += 1;
    return steps % STEPS === 0 ? nextTurn() : null;
  };
}
