import type { DeviceFiles } from './device-files.ts';

export interface LockWish {
  ifAvailable?: boolean;
  signal?: AbortSignal;
  ofTheLiving?: boolean;
  /** How often a waiter asks whether the holder is there. */
  askEveryMs?: number;
}

/**
 * Everything that the engine needs from outside: time, chance, network, locks and files. Nothing else in sync/ touches
 * them, so that a test can rule them all.
 */
export interface Ports {
  /** Where the API lives, without a trailing slash: a Request needs a whole address. */
  origin: string;
  /** Milliseconds since 1970. */
  now(): number;
  /** A random UUIDv4 in lower case. */
  newId(): string;
  /** From 0 up to 1: jitter, never secrets. */
  random(): number;
  /** Carries the session's cookie. Rejects when there was no answer. */
  fetch(request: Request): Promise<Response>;
  /**
   * Runs `body` while no other page, worker or device process holds `name` (Web Locks).
   * @param options with `ofTheLiving`, one that stands still and no longer answers loses the lock: `body` must bear to run
   *   twice at once, and is told by `taken` when it wakes
   * @returns what `body` returned; undefined when `ifAvailable` and another one holds the lock
   */
  lock<T>(name: string, body: (taken?: AbortSignal) => Promise<T>, options?: LockWish): Promise<T | undefined>;
  /** Ends early, without an error, when `signal` is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  files: DeviceFiles;
}
