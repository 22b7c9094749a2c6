import { lt } from 'drizzle-orm';
import { signInAttempts, signIns } from '../db/tables/doors.ts';
import { rateLimits } from '../db/tables/replicas.ts';
import type { Services } from '../services.ts';
import { SIGN_IN_SECONDS, secondsAfter } from './lifetimes.ts';

/** Deletes sign-ins, attempts and counts whose time is over. Nothing reads them any more; any replica may, any time. */
export async function sweepSignIns({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await db.delete(signIns).where(lt(signIns.lastUsedAt, secondsAfter(now(), -SIGN_IN_SECONDS)));
  await db.delete(signInAttempts).where(lt(signInAttempts.expiresAt, now()));
  await db.delete(rateLimits).where(lt(rateLimits.resetsAt, now()));
}
