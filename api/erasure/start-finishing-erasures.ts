import { listErasures } from '../backup/list-erasures.ts';
import type { Log } from '../log.ts';
import { takeLease } from '../media/ports/lease.ts';
import { finishErasures } from './erase-again.ts';
import type { ErasureServices } from './erasure-services.ts';

const HOUR_MS = 3_600_000;

/**
 * Completes erasures that ended early, and lists them where a disk was full or away: at the start and every hour, on one
 * replica at a time.
 * @returns a function that stops it
 */
export function startFinishingErasures(services: ErasureServices & { log: Log }): () => void {
  const { log } = services;
  let isStopped = false;
  const run = () => {
    finishAndList(services).catch((error: unknown) => {
      if (!isStopped) log.error({ err: error }, 'An erasure failed; the next try is in an hour');
    });
  };
  run();
  const timer = setInterval(run, HOUR_MS);
  timer.unref();
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

export async function finishAndList(services: ErasureServices & { log: Log }): Promise<void> {
  const { db, newId, log } = services;
  const lease = await takeLease({ db, newId, name: 'erasures' });
  if (!lease) return;
  try {
    // Listed first: an erasure that fails must not keep the others off the lists.
    for (const { folder, why } of await listErasures(db)) log.warn({}, `Erased accounts are not yet in the list of ${folder}: ${why}`);
    await finishErasures(services);
  } finally {
    await lease.release();
  }
}
