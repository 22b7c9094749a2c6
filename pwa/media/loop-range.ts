/** A range to play in a loop, in seconds. `to` is null until the end is chosen. */
export type LoopRange = { from: number; to: number | null } | null;

/** A loop shorter than this would only flicker. */
const SHORTEST_LOOP_SECONDS = 0.2;

/** Next state after a tap on the loop button at `now`: sets the start, then the end, then clears. Sorts the two points. */
export function nextLoop(loop: LoopRange, now: number): LoopRange {
  if (!loop) return { from: now, to: null };
  if (loop.to !== null || Math.abs(now - loop.from) < SHORTEST_LOOP_SECONDS) return null;
  return { from: Math.min(loop.from, now), to: Math.max(loop.from, now) };
}

/** Time to jump to from `now`, or null to play on. A position before the loop plays on into the loop. */
export const jumpTo = (loop: LoopRange, now: number): number | null => (loop?.to != null && now >= loop.to ? loop.from : null);
