import { anySignal } from './any-signal.ts';

/** How long a waiter waits before it checks the lock's holder, and between checks, by default. */
const PATIENCE_MS = 1_000;
/** A holder that has not answered for this long counts as dead. Even a busy page answers between two tasks. */
const SILENCE_MS = 5_000;

const QUESTION = 'is anybody there?';
const ANSWER = 'yes';

export interface StealableLockParts {
  locks: Pick<LockManager, 'request'>;
  /** Ends early, without an error, when `signal` is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  askEveryMs?: number | undefined;
  /** Stops waiting, with an AbortError. */
  signal?: AbortSignal | undefined;
}

type Body<T> = (taken: AbortSignal) => Promise<T>;

/**
 * Runs `body` under a Web Lock that a waiter takes over when its holder stops responding. Browsers free the locks of a
 * closed page but not of a frozen one. A frozen holder that wakes finishes its work, with `taken` aborted: `body` must
 * tolerate running twice at once.
 */
export async function withStealableLock<T>(name: string, body: Body<T>, parts: StealableLockParts): Promise<T> {
  const { locks, sleep, askEveryMs = PATIENCE_MS, signal } = parts;
  const granted = new AbortController();
  const givenUp = new AbortController();
  const taken = new AbortController();
  const waited = signal ? anySignal(granted.signal, signal) : granted.signal;
  let running: Promise<T> | undefined;
  const hold = () => {
    granted.abort();
    running = answering(name, () => body(taken.signal));
    return running;
  };
  const settled = async (request: Promise<unknown>): Promise<T> => {
    try {
      return (await request) as T;
    } catch (error) {
      if (!running) throw error;
      // The lock was stolen; let the running body finish.
      taken.abort();
      return running;
    }
  };

  const ends = signal ? anySignal(givenUp.signal, signal) : givenUp.signal;
  const waiting = settled(locks.request(name, { signal: ends }, hold));
  // Avoid an unhandled rejection: this is awaited below, possibly only after it was aborted.
  waiting.catch(() => undefined);
  await sleep(askEveryMs, waited);
  if (!waited.aborted && (await fellSilent(name, { sleep, askEveryMs }, waited))) {
    givenUp.abort();
    // The lock may still have been granted at the last moment.
    await waiting.catch(() => undefined);
    if (!running) return settled(locks.request(name, { steal: true }, hold));
  }
  return waiting;
}

/** Answers other waiters' checks while `body` runs. */
async function answering<T>(name: string, body: () => Promise<T>): Promise<T> {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => {
    if (data === QUESTION) channel.postMessage(ANSWER);
  };
  try {
    return await body();
  } finally {
    channel.close();
  }
}

/** @returns true once the holder has been silent for SILENCE_MS; false when the wait ended first */
async function fellSilent(
  name: string,
  { sleep, askEveryMs }: Pick<StealableLockParts, 'sleep'> & { askEveryMs: number },
  waited: AbortSignal,
): Promise<boolean> {
  const channel = new BroadcastChannel(name);
  try {
    for (;;) {
      const heard = new AbortController();
      channel.onmessage = ({ data }) => {
        if (data === ANSWER) heard.abort();
      };
      channel.postMessage(QUESTION);
      await sleep(SILENCE_MS, anySignal(heard.signal, waited));
      if (waited.aborted) return false;
      if (!heard.signal.aborted) return true;
      await sleep(askEveryMs, waited);
      if (waited.aborted) return false;
    }
  } finally {
    channel.close();
  }
}
