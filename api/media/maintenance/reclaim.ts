import { readAgeGate } from '../../age-gate.ts';
import type { Reclaimed } from '../../contract/server-page.ts';
import { Refusal } from '../../errors.ts';
import { timeForStep } from '../../sweep-time.ts';
import { takeLease } from '../ports/lease.ts';
import { bindMediaStore } from './bind-store.ts';
import { reclaimSetAside } from './set-aside.ts';
import { IDLE_DAYS } from './stored-kinds.ts';
import { SWEEP_LEASE, sweepMedia, type UngatedServices } from './sweep.ts';

/**
 * Deletes what an admin reclaims, for about a minute: uploads of which nothing came for a day, or files that were set
 * aside 30 days ago.
 * @returns how many
 * @throws Refusal 409 while a sweep or a backup runs, and while sweeps delete nothing either
 */
export async function reclaim(services: UngatedServices, what: Reclaimed, adminId: string): Promise<number> {
  const lease = await takeLease({ ...services, name: SWEEP_LEASE });
  if (!lease) throw new Refusal('conflict', 'The server is tidying its files or backing up. Please try again later.');
  try {
    await bindMediaStore(services);
    const agesUntil = await readAgeGate(services);
    if (agesUntil === null) {
      throw new Refusal(
        'conflict',
        'Nothing is deleted now: a backup was restored less than 30 days ago, or the clock has not been steady for a day.',
      );
    }
    const asked = { ...services, agesUntil, adminId };
    return await (what === 'setAside' ? reclaimFiles(asked) : reclaimUploads(asked));
  } finally {
    await lease.release();
  }
}

interface Asked extends UngatedServices {
  agesUntil: Date;
  adminId: string;
}

async function reclaimFiles({ db, store, log, agesUntil, adminId }: Asked): Promise<number> {
  const time = timeForStep();
  let reclaimed = 0;
  try {
    for await (const _file of reclaimSetAside(db, store, agesUntil)) {
      reclaimed += 1;
      if (time.isUp()) break;
    }
  } finally {
    log.info({ userId: adminId, reclaimed, what: 'set aside' }, 'an admin reclaimed files');
  }
  return reclaimed;
}

/** A whole sweep, because only that notices that the database may be the wrong one. */
async function reclaimUploads(asked: Asked): Promise<number> {
  const { setAside, abandonedUploads } = await sweepMedia({ ...asked, uploadsKeptDays: IDLE_DAYS });
  if (setAside === null) {
    throw new Refusal('conflict', 'Nothing is deleted now: many media files have no row. Run npm run check-media on the server.');
  }
  asked.log.info({ userId: asked.adminId, reclaimed: abandonedUploads, what: 'unfinished' }, 'an admin reclaimed files');
  return abandonedUploads;
}
