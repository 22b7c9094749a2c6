import { readAgeGate } from '../../age-gate.ts';
import { bindMediaStore } from './bind-store.ts';
import type { SweepEnd } from '../../metrics/metrics.ts';
import { takeLease } from '../ports/lease.ts';
import { sweepScratch } from '../store/scratch.ts';
import { completeFinalizes } from './complete-finalizes.ts';
import { sweepDeleted, sweepUnused } from './sweep-objects.ts';
import type { SweepServices } from './sweep-services.ts';
import { sweepUnknown } from './sweep-unknown.ts';
import { sweepUploads } from './sweep-uploads.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Whoever holds this lease is alone in deleting media, or keeps everyone from it. */
export const SWEEP_LEASE = 'sweep:media';

export interface SweepReport {
  abandonedUploads: number;
  unusedObjects: number;
  /** Files without a row; null when there were more than a few and nothing was swept. */
  setAside: number | null;
}

const NOTHING: SweepReport = { abandonedUploads: 0, unusedObjects: 0, setAside: 0 };

export type UngatedServices = Omit<SweepServices, 'agesUntil'>;

/** Runs the sweep now and every hour, on one replica at a time. */
export function startMediaSweeps(services: UngatedServices): { stop(): Promise<void> } {
  let running = Promise.resolve();
  const run = () => {
    running = services.metrics
      .measureSweep('media', () => sweepUnderLease(services))
      .catch((error: unknown) => {
        services.log.error({ err: error, what: 'media' }, 'sweep failed; the next is in an hour');
      });
  };
  run();
  const timer = setInterval(run, HOUR_MS);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}

async function sweepUnderLease(services: UngatedServices): Promise<SweepEnd> {
  const lease = await takeLease({ ...services, name: SWEEP_LEASE });
  if (!lease) return 'elsewhere';
  try {
    // Check again: a database or a bucket may have been replaced since the start.
    await bindMediaStore(services);
    const { setAside, ...report } = await sweepMedia({ ...services, agesUntil: await readAgeGate(services) });
    // If the sweep stopped, that was logged already.
    if (setAside === null) return 'stopped';
    services.log.info({ ...report, setAside }, 'media swept');
    return 'done';
  } finally {
    await lease.release();
  }
}

/**
 * Deletes unused media, and sets aside files without a row. Each step is limited in time and continues in the next
 * sweep. Never touches media that a row names; safe to repeat.
 * @param services.agesUntil null: nothing may be deleted by age now
 */
export async function sweepMedia({ agesUntil, ...others }: UngatedServices & { agesUntil: Date | null }): Promise<SweepReport> {
  await completeFinalizes(others);
  if (agesUntil === null) return NOTHING;
  const services = { ...others, agesUntil };
  // Before any deletion: many unknown files mean that nothing may be deleted.
  const setAside = await sweepUnknown(services);
  if (setAside === null) return { ...NOTHING, setAside };
  const abandonedUploads = await sweepUploads(services);
  const unusedObjects = (await sweepDeleted(services)) + (await sweepUnused(services));
  await sweepScratch(services.env.dataDir, new Date(agesUntil.getTime() - DAY_MS));
  return { abandonedUploads, unusedObjects, setAside };
}
