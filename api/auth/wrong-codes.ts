import { and, eq, gt, sql } from 'drizzle-orm';
import { rateLimits } from '../db/tables/replicas.ts';
import type { Services } from '../services.ts';
import { WRONG_CODES_SECONDS, secondsAfter } from './lifetimes.ts';
import { hashEmail } from './tokens.ts';

const bucketOf = ({ env }: Services, email: string) => `wrongCodes:${hashEmail(env.sessionSecret, email)}`;

/** Counts a wrong code typed for an address on any device. The count lasts until a year after the last wrong code. */
export async function countWrongCode(services: Services, email: string): Promise<void> {
  const now = services.now();
  const resetsAt = secondsAfter(now, WRONG_CODES_SECONDS);
  const count = sql`case when ${rateLimits.resetsAt} <= ${now.toISOString()}::timestamptz then 1 else ${rateLimits.count} + 1 end`;
  await services.db
    .insert(rateLimits)
    .values({ bucket: bucketOf(services, email), count: 1, resetsAt })
    .onConflictDoUpdate({ target: rateLimits.bucket, set: { count, resetsAt } });
}

/** The wrong codes typed for an address since its last sign-in. */
export async function wrongCodesSince(services: Services, email: string): Promise<number> {
  const [row] = await services.db
    .select({ count: rateLimits.count })
    .from(rateLimits)
    .where(and(eq(rateLimits.bucket, bucketOf(services, email)), gt(rateLimits.resetsAt, services.now())));
  return row?.count ?? 0;
}

/** Starts the count again, after a sign-in. */
export async function forgetWrongCodes(services: Services, email: string): Promise<void> {
  await services.db.delete(rateLimits).where(eq(rateLimits.bucket, bucketOf(services, email)));
}
