import { anySignal } from '../ports/any-signal.ts';
import { USER_HEADER } from '../../api/contract/sync-protocol.ts';
import { backoffMs } from '../http/backoff.ts';
import type { Ports } from '../ports/ports.ts';
import { retryAfterMsOf } from '../http/retry-after.ts';
import type { Store } from '../store/store.ts';

/** The server sends something every 25 s; a connection silent for more than twice that is dead. */
const SILENCE_MS = 60_000;
/** How often a waiting page checks that the stream's holder is alive. A late poke does no harm, so a rare check is enough. */
const ASK_EVERY_MS = 60_000;

/**
 * Subscribes to the server's pokes, which say which feeds moved. Calls `onPoke` on each, and whenever the stream opens,
 * because earlier moves are not repeated. One page of a browser holds the stream, under a lock; the others share its
 * store. A frozen page loses the lock and queues again when it wakes. Ends when `signal` is aborted.
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
  /** From Retry-After of a refusal, such as too many streams; otherwise 0. */
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
  // A captive portal answers with a page and status 200: it must neither poke nor end the backoff.
  const isStream = response.ok && response.headers.get('Content-Type')?.startsWith('text/event-stream') === true;
  const reader = isStream ? response.body?.getReader() : undefined;
  if (!reader) {
    await response.body?.cancel();
    return { opened: false, retryAfterMs: retryAfterMsOf(response.headers.get('Retry-After'), ports.now) ?? 0 };
  }
  // Ends a pending read, even if the body ignores the signal.
  whole.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true });
  onPoke();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const heard = new AbortController();
      void ports.sleep(SILENCE_MS, heard.signal).then(() => heard.signal.aborted || silence.abort());
      const { done, value } = await reader.read().finally(() => heard.abort());
      if (done) return OPENED;
      // Which feeds moved does not matter: one pull reads them all. A poke whose `data:` is split is missed until the
      // next pull.
      if (/^data:/m.test(decoder.decode(value, { stream: true }))) onPoke();
    }
  } catch {
    return OPENED;
  }
}
