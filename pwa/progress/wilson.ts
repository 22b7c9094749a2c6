/** Standard normal quantile of a two-sided 95 % interval. */
const Z = 1.959964;

export interface Range {
  /** Shares, from 0 to 1. */
  low: number;
  high: number;
}

/** Where the true share of hits probably lies: the score interval at 95 % of Wilson (1927). @param reps at least 1 */
export function wilsonRange(hits: number, reps: number): Range {
  const share = hits / reps;
  const spread = Z ** 2 / reps;
  const middle = share + spread / 2;
  const half = Math.sqrt(spread * (share * (1 - share) + spread / 4));
  return { low: Math.max(0, (middle - half) / (1 + spread)), high: Math.min(1, (middle + half) / (1 + spread)) };
}
