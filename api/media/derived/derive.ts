import { deriveJob, type DerivingServices } from './derive-job.ts';
import { type Job, nextJob, type Stage } from './next-job.ts';
import { takeLease } from '../ports/lease.ts';

export interface Deriving {
  /** Checks the queue now, after a finalize. */
  wake(): void;
  stop(): Promise<void>;
}

/** The longest delay for jobs that another replica queued, and for retries. */
const LOOK_EVERY_MS = 60_000;

/** Replicas of earlier versions take `derive:media` too. */
const LEASES: Record<Stage, string> = { pictures: 'derive:media', copies: 'derive:copies' };

/** Processes queued jobs until stopped: in each stage one at a time, on one replica at a time. */
export function startDeriving(services: DerivingServices): Deriving {
  const copies = startStage(services, 'copies');
  const pictures = startStage(services, 'pictures', copies.wake);
  return {
    wake: pictures.wake,
    async stop() {
      await Promise.all([pictures.stop(), copies.stop()]);
    },
  };
}

function startStage(services: DerivingServices, stage: Stage, onDone?: (job: Job) => void): Deriving {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let again = false;

  const run = () => {
    if (stopping.signal.aborted) return;
    if (running) {
      again = true;
      return;
    }
    again = false;
    running = deriveUnderLease(services, stage, stopping.signal, onDone)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) services.log.error({ err: error }, 'deriving files failed; the next try is in a minute');
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

async function deriveUnderLease(services: DerivingServices, stage: Stage, signal: AbortSignal, onDone?: (job: Job) => void): Promise<void> {
  const lease = await takeLease({ ...services, name: LEASES[stage] });
  if (!lease) return;
  try {
    await deriveAll(services, stage, signal, onDone);
  } finally {
    await lease.release();
  }
}

/**
 * Processes all jobs of a stage that are due. A failed job is retried later and never blocks another.
 * @param onDone called after each job
 */
export async function deriveAll(services: DerivingServices, stage: Stage, signal: AbortSignal, onDone?: (job: Job) => void): Promise<void> {
  let served: string[] = [];
  while (!signal.aborted) {
    const job = await nextJob(services, stage, served);
    if (!job) return;
    const { ownerId } = job.object;
    served = [...served.filter((one) => one !== ownerId), ownerId];
    await deriveJob(services, job, stage, signal);
    onDone?.(job);
  }
}
