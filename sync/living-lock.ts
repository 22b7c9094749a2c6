import { anySignal } from './any-signal.ts';

/** After so long of waiting a waiter asks whether the lock's holder is there, and again as often, unless told. */
const PATIENCE_MS = 1_000;
/** A holder that has not answered for so long is taken for dead. Even a busy one answers between two of its steps. */
const SILENCE_MS = 5_000;

const QUESTION = 'is anybody there?';
const ANSWER = 'yes';

export interface LivingLockParts {
  locks: Pick<LockManager, 'request'>;
  /** Ends early, without an error, when `signal` is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  askEveryMs?: number | undefined;
  /** Ends the waiting, with an AbortError. */
  signal?: AbortSignal | undefined;
}

type Body<T> = (taken: AbortSignal) => Promise<T>;

/**
 * Runs `body` under a Web Lock whose holder has to be alive. A browser frees the locks of a page that was closed, not
 * of one that stands still with its process; it would keep all others waiting for as long as it does. Whoever no longer
 * answers loses the lock, and when it wakes, is told so and finishes what it had begun: `body` must bear to run twice at
 * once.
 */
export async function withLivingLock<T>(name: string, body: Body<T>, parts: LivingLockParts): Promise<T> {
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
      // What was begun is finished all the same.
      taken.abort();
      return running;
    }
  };

  const ends = signal ? anySignal(givenUp.signal, signal) : givenUp.signal;
  const waiting = settled(locks.request(name, { signal: ends }, hold));
  // It is awaited below, perhaps only after it was given up.
  waiting.catch(() => undefined);
  await sleep(askEveryMs, waited);
  if (!waited.aborted && (await fellSilent(name, { sleep, askEveryMs }, waited))) {
    givenUp.abort();
    // Granted at the last moment, or not any more.
    await waiting.catch(() => undefined);
    if (!running) return settled(locks.request(name, { steal: true }, hold));
  }
  return waiting;
}

/** While it runs, others hear that there is somebody. */
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

/** @returns true once nobody answered for SILENCE_MS; false when the waiting ended meanwhile */
async function fellSilent(name: string, { sleep, askEveryMs }: Pick<LivingLockParts, 'sleep'> & { askEveryMs: number }, waited: AbortSignal): Promise<boolean> {
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
