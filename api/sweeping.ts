import { readAgeGate } from './age-gate.ts';
import { settleRecentAbsences } from './auth/removed-people.ts';
import { sweepRateLimits, sweepSignIns, sweepWaitlist } from './auth/sweep-sign-ins.ts';
import { sweepExports } from './export/sweep-exports.ts';
import { forgetAnswers } from './feeds/forget-answers.ts';
import { sweepFeeds } from './feeds/sweep-feeds.ts';
import { sweepPartnerLinks } from './partner-links/partner-links.ts';
import { sweepReports } from './reports/sweep-reports.ts';
import { sweepDeclinedRequests } from './routes/declined-requests.ts';
import type { Services } from './services.ts';

const HOUR_MS = 3_600_000;

/**
 * Sweeps now and every hour. Any replica may run it at any time: a sweep can safely be repeated.
 * @returns a function that stops sweeping
 */
export function startSweeping(services: Services): () => void {
  const run = () => {
    services.metrics
      .measureSweep('rows', async () => {
        await sweepAll(services);
        return 'done';
      })
      .catch((error: unknown) => services.log.error({ err: error, what: 'rows' }, 'sweep failed; the next is in an hour'));
  };
  run();
  const timer = setInterval(run, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Sweeps all rows that expire, and writes absences that older replicas left out. Media have a sweep of their own. */
export async function sweepAll(services: Services): Promise<void> {
  // These need no age gate: they delete nothing, or a wrong clock only restarts a limit or shortens an answer.
  await settleRecentAbsences(services);
  await sweepRateLimits(services);
  await forgetAnswers(services);
  const agesUntil = await readAgeGate(services);
  if (agesUntil !== null) {
    await sweepSignIns(services, agesUntil);
    await sweepWaitlist(services, agesUntil);
    await sweepDeclinedRequests(services, agesUntil);
    await sweepPartnerLinks(services, agesUntil);
    await sweepReports(services, agesUntil);
    await sweepFeeds(services, agesUntil);
  }
  // Last, because it asks the media store, which may be away.
  await sweepExports({ ...services, store: services.media.store }, agesUntil);
}
