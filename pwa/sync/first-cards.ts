import { whenIdle } from './when-idle.ts';

/** Work of the page must not wait longer for a screen that draws nothing. */
const LONGEST_WAIT_MS = 5_000;

let drawn = false;
const waiting = new Set<() => void>();

/** The log's first cards, or another screen's first frame, are on the screen. */
export function tellFirstCards(): void {
  drawn = true;
  for (const act of waiting) act();
  waiting.clear();
}

/**
 * Runs `act` when the page is idle after its first cards, for what would compete with them for a phone's connection and
 * processor: the engine's worker, the service worker and code for later (R276). @returns cancels it
 */
export function afterFirstCards(act: () => void): () => void {
  let forget: (() => void) | undefined;
  const begin = () => {
    clearTimeout(timer);
    waiting.delete(begin);
    forget = whenIdle(act);
  };
  const timer = setTimeout(begin, LONGEST_WAIT_MS);
  if (drawn) begin();
  else waiting.add(begin);
  return () => {
    clearTimeout(timer);
    waiting.delete(begin);
    forget?.();
  };
}
