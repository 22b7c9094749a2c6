import { setImmediate as nextTurn } from 'node:timers/promises';

/** At most a few milliseconds, as the dearest step, to read an element of a film, takes several microseconds. */
const STEPS = 1_000;

/**
 * For loops that a person's file can make long (R161). Call the returned function once a step and await its result: it lets
 * other requests run after every thousand steps.
 */
export function pauseAfterSteps(): () => Promise<void> | null {
  let steps = 0;
  return () => {
    steps += 1;
    return steps % STEPS === 0 ? nextTurn() : null;
  };
}
