import { backoffMs } from '../http/backoff.ts';
import type { Ports } from '../ports/ports.ts';

/** Hashes one file. Rejects when interrupted, or when the file cannot be read now. */
type Hash = (signal: AbortSignal) => Promise<unknown>;

/** After this many failures, leave the file to its upload, which hashes it again and shows what is wrong. */
const TRIES = 5;

/**
 * Hashes stored files one at a time, while no file is being written. If a hash fails, the file is retried later, without
 * delaying the others.
 */
export class HashQueue {
  readonly #ports: Pick<Ports, 'sleep' | 'random'>;
  readonly #waiting = new Map<string, { hash: Hash; failures: number }>();
  /** Aborts the hash that is running. */
  #running: AbortController | null = null;
  #pauses = 0;

  constructor(ports: Pick<Ports, 'sleep' | 'random'>) {
    this.#ports = ports;
  }

  add(mediaId: string, hash: Hash): void {
    this.#enqueue(mediaId, hash, 0);
  }

  /** Interrupts the running hash, which starts again once `resume` has been called as often as `pause`. */
  pause(): void {
    this.#pauses += 1;
    this.#running?.abort();
  }

  resume(): void {
    this.#pauses -= 1;
    void this.#run();
  }

  #enqueue(mediaId: string, hash: Hash, failures: number): void {
    this.#waiting.set(mediaId, { hash, failures });
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    for (;;) {
      const [next] = this.#waiting;
      if (!next || this.#pauses > 0) return;
      const [mediaId, { hash, failures }] = next;
      this.#running = new AbortController();
      const { signal } = this.#running;
      const failed = await hash(signal).then(
        () => false,
        () => true,
      );
      this.#running = null;
      if (failed && signal.aborted) continue;
      this.#waiting.delete(mediaId);
      if (failed) void this.#retryLater(mediaId, hash, failures + 1);
    }
  }

  async #retryLater(mediaId: string, hash: Hash, failures: number): Promise<void> {
    if (failures >= TRIES) return;
    await this.#ports.sleep(backoffMs(failures, this.#ports.random));
    this.#enqueue(mediaId, hash, failures);
  }
}
