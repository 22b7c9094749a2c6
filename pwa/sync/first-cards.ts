import { whenIdle } from './when-idle.ts';

/** Deferred work waits no longer than this for a screen that draws nothing. Slow phones draw their first cards sooner. */
const LONGEST_WAIT_MS = 20_000;

let drawn = false;
const waiting = new Set<() => void>();

/** Call once the log's first cards, or another screen's first frame, are on the screen. */
export function tellFirstCards(): void {
  drawn = true;
  for (const act of waiting) act();
  waiting.clear();
}

/**
 * Runs `act` when the page is idle after its first cards. Starts the engine's worker, the service worker and deferred code
 * only then, because they would compete with the cards for a phone's connection and processor (R276).
 * @returns a function that cancels it
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
