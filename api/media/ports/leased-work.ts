import type { Database } from '../../db/database.ts';
import type { Log } from '../../log.ts';
import { takeLease } from './lease.ts';

export interface LeasedWork {
  /** Looks for work now. */
  wake(): void;
  stop(): Promise<void>;
}

/** The longest delay for work that another replica queued, and for retries. */
const LOOK_EVERY_MS = 60_000;

/**
 * Does queued work until stopped, on one replica at a time.
 * @param what names the work in the log
 * @param work does all that is due; a failure is logged and tried again in a minute
 */
export function startLeasedWork(
  { db, newId, log }: { db: Database; newId: () => string; log: Log },
  { lease: name, what, work }: { lease: string; what: string; work: (signal: AbortSignal) => Promise<void> },
): LeasedWork {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let again = false;

  const workUnderLease = async () => {
    const lease = await takeLease({ db, newId, name });
    if (!lease) return;
    try {
      await work(stopping.signal);
    } finally {
      await lease.release();
    }
  };
  const run = () => {
    if (stopping.signal.aborted) return;
    if (running) {
      again = true;
      return;
    }
    again = false;
    running = workUnderLease()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) log.error({ err: error }, `${what} failed; the next try is in a minute`);
      })
      .finally(() => {
        running = null;
        if (again) run();
      });
  };
  run();
  const timer = setInterval(run, LOOK_EVERY_MS);
  timer.unref();
  return {
    wake: run,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
