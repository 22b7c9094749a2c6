import { setTimeout as wait } from 'node:timers/promises';
import type { Lock, Locker, RequestRelease } from '@tus/server';
import type { Database } from '../../db/database.ts';
import { Refusal } from '../../errors.ts';
import { type Lease, type LeaseTimes, LEASE_TIMES, takeLease } from '../ports/lease.ts';

const ASK_AGAIN_MS = 50;
/** Longer than a dead holder's lease, or a device would be refused after its server was killed. */
const WAIT_MOST_MS = 15_000;

export const busy = () => new Refusal('conflict', 'This file is being sent by another request. Please try again in a moment.');

/**
 * One writer per upload across all replicas. A later request is usually the same device after its connection dropped,
 * so the earlier request is asked to stop: at once in this process, at its next renewal in another.
 */
export class UploadLocker implements Locker {
  readonly #db: Database;
  readonly #newId: () => string;
  readonly #times: LeaseTimes;
  readonly #waitMostMs: number;
  readonly #heldHere = new Map<string, RequestRelease>();

  constructor({
    db,
    newId,
    times = LEASE_TIMES,
    waitMostMs = WAIT_MOST_MS,
  }: {
    db: Database;
    newId: () => string;
    times?: LeaseTimes;
    waitMostMs?: number;
  }) {
    this.#db = db;
    this.#newId = newId;
    this.#times = times;
    this.#waitMostMs = waitMostMs;
  }

  newLock(id: string): Lock {
    let lease: Lease | null = null;
    let release: RequestRelease | null = null;
    return {
      lock: async (signal, cancelRequest) => {
        release = cancelRequest;
        lease = await this.#take(id, signal, cancelRequest);
      },
      unlock: async () => {
        if (this.#heldHere.get(id) === release) this.#heldHere.delete(id);
        await lease?.release();
      },
    };
  }

  /**
   * Runs `work` with exclusive access to this upload. The signal fires when another request wants it; work that must
   * not stop may ignore it. @throws Refusal 409 when the upload stays busy
   */
  async hold<T>(id: string, work: (wanted: AbortSignal) => Promise<T>): Promise<T> {
    const lock = this.newLock(id);
    const wanted = new AbortController();
    await lock.lock(new AbortController().signal, () => wanted.abort());
    try {
      return await work(wanted.signal);
    } finally {
      await lock.unlock();
    }
  }

  async #take(id: string, signal: AbortSignal, cancelRequest: RequestRelease): Promise<Lease> {
    const giveUpAt = performance.now() + this.#waitMostMs;
    for (;;) {
      // A holder in this process keeps the upload even if it was too busy to renew its lease.
      const lease = this.#heldHere.has(id)
        ? null
        : await takeLease({
            db: this.#db,
            newId: this.#newId,
            name: `upload:${id}`,
            times: this.#times,
            onWanted: () => void cancelRequest(),
          });
      if (lease) {
        this.#heldHere.set(id, cancelRequest);
        return lease;
      }
      if (signal.aborted || performance.now() >= giveUpAt) {
        throw busy();
      }
      await this.#heldHere.get(id)?.();
      await wait(ASK_AGAIN_MS);
    }
  }
}
