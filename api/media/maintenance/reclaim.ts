import { readAgeGate } from '../../age-gate.ts';
import type { Reclaimed } from '../../contract/server-page.ts';
import { Refusal } from '../../errors.ts';
import { takeLease } from '../ports/lease.ts';
import { reclaimSetAside } from './set-aside.ts';
import { idleSince } from './stored-kinds.ts';
import { SWEEP_LEASE, type UngatedServices } from './sweep.ts';
import { removeUnfinished } from './sweep-uploads.ts';

/**
 * Deletes what an admin reclaims: uploads of which nothing came for a day, or files that were set aside 30 days ago.
 * @returns how many
 * @throws Refusal 409 while a sweep runs, and while ages do not count (`readAgeGate`)
 */
export async function reclaim(services: UngatedServices, what: Reclaimed): Promise<number> {
  const lease = await takeLease({ ...services, name: SWEEP_LEASE });
  if (!lease) throw new Refusal('conflict', 'The server is tidying its files right now. Please try again in a minute.');
  try {
    const agesUntil = await readAgeGate(services);
    if (agesUntil === null) {
      throw new Refusal(
        'conflict',
        'Nothing is deleted now: a backup was restored less than 30 days ago, or the clock has not been steady for a day.',
      );
    }
    const files =
      what === 'setAside'
        ? (await reclaimSetAside(services.db, services.store, agesUntil)).length
        : await removeUnfinished(services, idleSince(agesUntil));
    services.log.info({ reclaimed: files }, 'an admin reclaimed files');
    return files;
  } finally {
    await lease.release();
  }
}
