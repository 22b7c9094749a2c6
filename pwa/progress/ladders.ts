/**
 * Rungs that trainers use, easiest first (R358). Data: a step of the rule of five goes to the next rung, and the proofing map
 * has no other columns.
 */
export const LADDERS = {
  distanceM: [
    1, 2, 3, 5, 7, 10, 15, 20, 25, 30, 35, 40, 50, 60, 70, 80, 90, 100, 125, 150, 175, 200, 250, 300, 400, 500, 750, 1_000, 1_500, 2_000,
    3_000, 5_000, 10_000,
  ],
  durationS: [
    1, 2, 3, 5, 8, 10, 12, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300, 420, 600, 900, 1_200, 1_800, 2_700, 3_600, 5_400, 7_200, 10_800,
    14_400, 21_600, 28_800, 43_200, 86_400,
  ],
  count: [
    1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 125, 150, 200, 250, 300, 400, 500, 750, 1_000, 2_000, 5_000, 10_000,
  ],
} as const;

export type Laddered = keyof typeof LADDERS;

/** The next rung above or below, such as 35 m after 30 m or after 32 m. Beyond the ends the amount stays. */
export function stepOf(ladder: Laddered, amount: number, steps: 1 | -1): number {
  const rungs: readonly number[] = LADDERS[ladder];
  return (steps > 0 ? rungs.find((rung) => rung > amount) : rungs.findLast((rung) => rung < amount)) ?? amount;
}

/** The nearest rung; the easier of two that are equally near. */
export function rungOf(ladder: Laddered, amount: number): number {
  const rungs: readonly number[] = LADDERS[ladder];
  return rungs.reduce((nearest, rung) => (Math.abs(rung - amount) < Math.abs(nearest - amount) ? rung : nearest));
}
