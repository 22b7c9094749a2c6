import type { DeviceFiles } from './device-files.ts';

export interface LockWish {
  ifAvailable?: boolean;
  signal?: AbortSignal;
  ofTheLiving?: boolean;
  /** How often a waiter checks that the holder is alive. */
  askEveryMs?: number;
}

/**
 * Everything that the engine needs from outside: time, randomness, network, locks and files. Nothing else in sync/ uses
 * these directly, so that a test can control them all.
 */
export interface Ports {
  /** The API's origin without a trailing slash; Request needs an absolute address. */
  origin: string;
  /** Milliseconds since 1970. */
  now(): number;
  /** A random UUIDv4 in lower case. */
  newId(): string;
  /** From 0 up to 1: for jitter, never for secrets. */
  random(): number;
  /** Sends the request with the sign-in's cookie. Rejects without an answer. */
  fetch(request: Request): Promise<Response>;
  /**
   * Runs `body` while no other page or worker of this browser holds `name` (Web Locks).
   * @param options with `ofTheLiving`, a holder that no longer responds loses the lock: `body` must tolerate running
   *   twice at once, and `taken` aborts
   * @returns what `body` returned; undefined with `ifAvailable` when the lock is held elsewhere
   */
  lock<T>(name: string, body: (taken?: AbortSignal) => Promise<T>, options?: LockWish): Promise<T | undefined>;
  /** Ends early, without an error, when `signal` is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  files: DeviceFiles;
}
