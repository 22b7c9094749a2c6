import type { DeviceFiles } from '../ports/device-files.ts';
import type { Ports } from '../ports/ports.ts';

/** For engine tests without files. */
const noFiles: DeviceFiles = {
  create: () => Promise.reject(new Error('This test keeps no files')),
  open: async () => null,
  delete: async () => {},
  list: async () => [],
  estimate: async () => null,
};

/** Repeatable randomness (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface TestClock {
  now: number;
}

/** Ports under test control: a settable clock, seeded randomness, in-process locks and a custom network. */
export function testPorts({
  fetch,
  clock = { now: Date.UTC(2026, 4, 1, 9) },
  seed = 1,
}: {
  fetch?: (request: Request) => Promise<Response>;
  clock?: TestClock;
  seed?: number;
} = {}): Ports {
  const random = seededRandom(seed);
  const hex = (length: number) => Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');
  return {
    origin: 'http://localhost:3000',
    now: () => clock.now,
    newId: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
    random,
    fetch: fetch ?? (() => Promise.reject(new TypeError('This test has no network'))),
    lock: locksOfOneProcess(),
    // Time is frozen: only zero-length waits end by themselves.
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (ms <= 0 || signal?.aborted) return resolve();
        signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
    files: noFiles,
  };
}

function locksOfOneProcess(): Ports['lock'] {
  const tails = new Map<string, Promise<unknown>>();
  return async (name, body, { ifAvailable = false } = {}) => {
    const before = tails.get(name);
    if (before && ifAvailable) return undefined;
    const run = (before ?? Promise.resolve()).then(() => body());
    const tail = run
      .catch(() => undefined)
      .then(() => {
        if (tails.get(name) === tail) tails.delete(name);
      });
    tails.set(name, tail);
    return run;
  };
}
