import { readAgeGate } from './age-gate.ts';
import { sweepRateLimits, sweepSignIns } from './auth/sweep-sign-ins.ts';
import { sweepFeeds } from './feeds/sweep-feeds.ts';
import type { Services } from './services.ts';

const HOUR_MS = 3_600_000;

/**
 * Deletes what is over, now and every hour. Any replica may, at any time: each sweep can be repeated without harm.
 * @returns ends it
 */
export function startSweeping(services: Services): () => void {
  const run = () => {
    sweepAll(services).catch((error: unknown) => services.log.error({ err: error, what: 'rows' }, 'sweep failed; the next is in an hour'));
  };
  run();
  const timer = setInterval(run, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** One sweep of all rows that expire; media have their own (`media/sweep.ts`). */
export async function sweepAll(services: Services): Promise<void> {
  // A wrong clock only makes a limit start again.
  await sweepRateLimits(services);
  const agesUntil = await readAgeGate(services);
  if (agesUntil === null) return;
  await sweepSignIns(services, agesUntil);
  await sweepFeeds(services, agesUntil);
}
