import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from '../../../api/testing/cookie-jar.ts';

const TRY_AGAIN_MS = 100;

/** One person's event stream, opened again whenever the server ends it. */
export interface Listener {
  /** Streams that the server ended. */
  ended: number;
  stop(): Promise<void>;
}

/** @param failed receives each stream that was refused, or cut instead of ended */
export function startListener(person: Browser, failed: string[]): Listener {
  const stopping = new AbortController();
  const listener = { ended: 0, stop };

  async function hear(): Promise<void> {
    const answer = await person.send('/api/events', { signal: stopping.signal });
    if (!answer.ok) {
      failed.push(`GET /api/events: ${answer.status}`);
      await wait(TRY_AGAIN_MS);
      return;
    }
    await answer.text();
    listener.ended += 1;
  }

  async function run() {
    while (!stopping.signal.aborted) {
      try {
        await hear();
      } catch (error) {
        if (!stopping.signal.aborted) failed.push(`GET /api/events: ${String((error as Error).cause ?? error)}`);
      }
    }
  }
  const over = run();
  async function stop() {
    stopping.abort();
    await over;
  }
  return listener;
}
