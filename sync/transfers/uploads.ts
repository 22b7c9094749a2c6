import { liveQuery } from 'dexie';
import { uploadsToDo } from './due-uploads.ts';
import { LARGE_FILE_BYTES, readNetworkFacts } from './large-file-policy.ts';
import { NO_ANSWER } from './upload-failure.ts';
import type { Ports } from '../ports/ports.ts';
import { keysOfLost } from './reupload-lost.ts';
import { readSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import { type UploadOptions, uploadRunner } from './upload-runner.ts';

export interface Uploads {
  /** Looks for due uploads now. With `network`, files that wait because the server did not answer start at once. */
  wake(options?: { network?: boolean }): void;
  /** Stops all uploads, resumably; resolves when none is running. */
  stop(): Promise<void>;
}

/** Check at least this often: clocks change and sleeping devices lose timers, and a check costs next to nothing. */
const LOOK_AT_LEAST_EVERY_MS = 600_000;

/**
 * Runs uploads in the worker of an open page until stopped. Notices on its own when any tab adds, retries or resumes a
 * file. The workers of several tabs may run it at once.
 */
export function startUploads(store: Store, ports: Ports, options: UploadOptions = {}): Uploads {
  const stopping = new AbortController();
  const runner = uploadRunner(store, ports, options, stopping.signal);
  let bell = new AbortController();
  let network = false;
  const ring = () => bell.abort();

  let seen = '';
  const watching = liveQuery(() => whatToDo(store)).subscribe((toDo) => {
    // Ignore progress, which is written to the same rows four times a second.
    if (toDo !== seen) ring();
    seen = toDo;
  });

  const keepSending = async () => {
    while (!stopping.signal.aborted) {
      // Renew the signal before looking, so that changes from here on still wake the loop.
      bell = new AbortController();
      if (network) await forgetNetworkWaits(store);
      network = false;
      const before = new Set(runner.running.keys());
      const lookAgainAt = await runner.startDue();
      for (const [id, done] of runner.running) if (!before.has(id)) void done.then(ring);
      const wait = lookAgainAt === null ? LOOK_AT_LEAST_EVERY_MS : lookAgainAt - ports.now();
      if (!stopping.signal.aborted) await ports.sleep(Math.min(wait, LOOK_AT_LEAST_EVERY_MS), bell.signal);
    }
    await Promise.all(runner.running.values());
  };
  const sending = keepSending();

  return {
    wake: (wakeOptions = {}) => {
      network ||= wakeOptions.network ?? false;
      ring();
    },
    stop: async () => {
      watching.unsubscribe();
      stopping.abort();
      ring();
      await sending;
    },
  };
}

/**
 * Sends the due files that are small enough for a service worker, then resolves.
 * @returns when to try again, in milliseconds since 1970; null when nothing waits
 */
export async function uploadOnce(
  store: Store,
  ports: Ports,
  { signal = new AbortController().signal, ...options }: UploadOptions & { signal?: AbortSignal } = {},
): Promise<number | null> {
  const runner = uploadRunner(store, ports, { maxBytes: LARGE_FILE_BYTES, ...options }, signal);
  for (;;) {
    const lookAgainAt = await runner.startDue();
    if (runner.running.size === 0) return lookAgainAt;
    await Promise.race(runner.running.values());
  }
}

async function whatToDo(store: Store): Promise<string> {
  const paused = (await readSetting(store, 'pause')) ?? null;
  const files = await uploadsToDo(store);
  return JSON.stringify([
    paused,
    await readNetworkFacts(store),
    await keysOfLost(store),
    files.map(({ id, nextAttemptAt, onAnyLine }) => [id, nextAttemptAt, onAnyLine]),
  ]);
}

async function forgetNetworkWaits(store: Store): Promise<void> {
  await store.media
    .where('state')
    .equals('kept')
    .filter(({ lastError, nextAttemptAt }) => nextAttemptAt > 0 && lastError?.code === NO_ANSWER.code)
    .modify({ nextAttemptAt: 0 });
}
