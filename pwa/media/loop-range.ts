/** A stretch to watch again and again: its beginning is chosen first, its end after. */
export type LoopRange = { from: number; to: number | null } | null;

/** A loop shorter than this would only flicker. */
const SHORTEST_LOOP_SECONDS = 0.2;

/** What the loop button does at `now`: begin here, end here, or end the loop. An end before the beginning swaps them. */
export function nextLoop(loop: LoopRange, now: number): LoopRange {
  if (!loop) return { from: now, to: null };
  if (loop.to !== null || Math.abs(now - loop.from) < SHORTEST_LOOP_SECONDS) return null;
  return { from: Math.min(loop.from, now), to: Math.max(loop.from, now) };
}

/** Where to jump to from `now`; null to go on. A person who seeks before the loop plays into it. */
export const jumpTo = (loop: LoopRange, now: number): number | null =>
  loop?.to != null && now >= loop.to ? loop.from : null;
