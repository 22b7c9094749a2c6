import { deriveJob, type DerivingServices } from './derive-job.ts';
import { type Job, nextJob, type Stage } from './next-job.ts';
import { type LeasedWork, startLeasedWork } from '../ports/leased-work.ts';

/** Replicas of earlier versions take `derive:media` too. */
const LEASES: Record<Stage, string> = { pictures: 'derive:media', copies: 'derive:copies' };

/** Processes queued jobs until stopped: in each stage one at a time, on one replica at a time. */
export function startDeriving(services: DerivingServices): LeasedWork {
  const copies = startStage(services, 'copies');
  const pictures = startStage(services, 'pictures', copies.wake);
  return {
    wake: pictures.wake,
    async stop() {
      await Promise.all([pictures.stop(), copies.stop()]);
    },
  };
}

const startStage = (services: DerivingServices, stage: Stage, onDone?: (job: Job) => void): LeasedWork =>
  startLeasedWork(services, {
    lease: LEASES[stage],
    what: 'deriving files',
    work: (signal) => deriveAll(services, stage, signal, onDone),
  });

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
