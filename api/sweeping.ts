import { sweepSignIns } from './auth/sweep-sign-ins.ts';
import { sweepFeeds } from './feeds/sweep-feeds.ts';
import type { Services } from './services.ts';

const HOUR_MS = 3_600_000;
const SWEEPS = { 'sign-ins': sweepSignIns, feeds: sweepFeeds };

/**
 * Removes what is over, now and every hour. Any replica may, at any time: each sweep can be repeated without harm.
 * @returns ends it
 */
export function startSweeping(services: Services): () => void {
  const sweep = () => {
    for (const [what, run] of Object.entries(SWEEPS)) {
      run(services).catch((error: unknown) => services.log.error({ err: error, what }, 'sweep failed; the next is in an hour'));
    }
  };
  sweep();
  const timer = setInterval(sweep, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
