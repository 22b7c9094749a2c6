const FIRST_MS = 1_000;
const LONGEST_MS = 5 * 60_000;
/** Longer than any wait of this app. Ignore a time further ahead: the device's clock was probably put back since. */
const BELIEVABLE_MS = 2 * 3_600_000;

/**
 * How long to wait after the nth failure in a row. Doubles from one second to five minutes; jitter takes off up to
 * half, so that many devices do not return at once.
 */
export function backoffMs(failures: number, random: () => number): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
  return Math.round(whole * (0.5 + random() / 2));
}

/** Whether something postponed until `at` is due, even if the device's clock was put back meanwhile. */
export const isTimeFor = (at: number, now: number): boolean => at <= now || at - now > BELIEVABLE_MS;
