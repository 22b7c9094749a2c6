import { anySignal } from './any-signal.ts';
import { USER_HEADER } from '../api/contract/sync-protocol.ts';
import { backoffMs } from './backoff.ts';
import type { Ports } from './ports.ts';
import { retryAfterMsOf } from './retry-after.ts';
import type { Store } from './store.ts';

/** The server says something every 25 s; silence for longer than twice that is a dead line. */
const SILENCE_MS = 60_000;
/** Whoever shares a stream looks this often whether its page still lives: news would come late, never not at all. */
const ASK_EVERY_MS = 60_000;

/**
 * Hears from the server which feeds moved, and calls `onPoke` then and whenever the stream has been opened, for what
 * moved before is not told. One page of a browser holds the stream, under a lock; the others share its store.
 * A page that stands still loses the lock, and waits for its next turn when it wakes. Ends when `signal` is aborted.
 */
export async function listenForPokes(store: Store, ports: Ports, onPoke: () => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const listening = ports.lock(
      `longline-events-${store.userId}`,
      (taken) => listen(store, ports, onPoke, taken ? anySignal(signal, taken) : signal),
      { signal, ofTheLiving: true, askEveryMs: ASK_EVERY_MS },
    );
    await listening.catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}

async function listen(store: Store, ports: Ports, onPoke: () => void, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const ended = await readStream(store, ports, onPoke, signal).catch(() => NOT_OPENED);
    failures = ended.opened ? 1 : failures + 1;
    await ports.sleep(Math.max(ended.retryAfterMs, backoffMs(failures, ports.random)), signal);
  }
}

interface Ended {
  opened: boolean;
  /** What a refusal asked for, such as one of too many streams; else 0. */
  retryAfterMs: number;
}
const OPENED: Ended = { opened: true, retryAfterMs: 0 };
const NOT_OPENED: Ended = { opened: false, retryAfterMs: 0 };

async function readStream(store: Store, ports: Ports, onPoke: () => void, signal: AbortSignal): Promise<Ended> {
  const silence = new AbortController();
  const whole = anySignal(signal, silence.signal);
  const response = await ports.fetch(
    new Request(`${ports.origin}/api/events`, {
      headers: { Accept: 'text/event-stream', [USER_HEADER]: store.userId },
      credentials: 'include',
      cache: 'no-store',
      signal: whole,
    }),
  );
  const reader = response.ok ? response.body?.getReader() : undefined;
  if (!reader) {
    await response.body?.cancel();
    return { opened: false, retryAfterMs: retryAfterMsOf(response.headers.get('Retry-After'), ports.now) ?? 0 };
  }
  // Ends a read that waits, also of a body that does not hear the signal itself.
  whole.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true });
  onPoke();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const heard = new AbortController();
      void ports.sleep(SILENCE_MS, heard.signal).then(() => heard.signal.aborted || silence.abort());
      const { done, value } = await reader.read().finally(() => heard.abort());
      if (done) return OPENED;
      // Which feeds moved need not be known: one pull reads them all. A line cut in two is heard with its other half.
      if (/^data:/m.test(decoder.decode(value, { stream: true }))) onPoke();
    }
  } catch {
    return OPENED;
  }
}
