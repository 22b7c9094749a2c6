const FIRST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;
/** More than anything waits; what is further ahead was set by a clock that has been put back since. */
const BELIEVABLE_MS = 2 * 3_600_000;

/**
 * How long to wait after the nth failure in a row: doubling from one second to five minutes, each between half and the
 * whole of it, so that many devices do not come back at once.
 */
export function backoffMs(failures: number, random: () => number): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
  return Math.round(whole * (0.5 + random() / 2));
}

/** Whether the time has come for what was put off until `at`, also when the device's clock was put back meanwhile. */
export const isTimeFor = (at: number, now: number): boolean => at <= now || at - now > BELIEVABLE_MS;
