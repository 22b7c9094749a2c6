import { and, eq, gt, gte, sql } from 'drizzle-orm';
import type { Context, MiddlewareHandler } from 'hono';
import { RATES, type RateName } from '../contract/limits.ts';
import type { Queryable } from '../db/database.ts';
import { rateLimits } from '../db/tables/replicas.ts';
import { Refusal } from '../errors.ts';
import type { AppEnv, Services } from '../services.ts';
import { addressBucket, clientAddress } from './client-address.ts';
import { secondsAfter } from './lifetimes.ts';

/** 429 with Retry-After. */
export const tooManyRequests = (seconds: number) =>
  new Refusal('rate_limited', 'Too many requests. Please try again in a moment.', { retryAfter: Math.max(1, seconds) });

const bucketOf = (name: RateName, who: string) => `${name}:${who}`;

/** Where to count: in the database, or in a transaction, which undoes the counts if it fails. */
type Counts = { db: Queryable; now: Services['now'] };

/**
 * Counts one more against a limit, or `by` more.
 * @param who key of the count: a person's id, an address bucket, an email
 * @throws Refusal 429 with the seconds until the window ends
 */
export async function countAgainst(counts: Counts, name: RateName, who: string, by = 1): Promise<void> {
  const { isWithin, seconds } = await countWithin(counts, name, who, by);
  if (!isWithin) throw tooManyRequests(seconds);
}

/**
 * Counts one more against a limit, or `by` more, in a single statement that all replicas share.
 * @returns whether the count is within the limit, and the seconds until the window ends
 */
export async function countWithin(counts: Counts, name: RateName, who: string, by = 1): Promise<{ isWithin: boolean; seconds: number }> {
  const { max, perSeconds } = RATES[name];
  const now = counts.now();
  const isOver = sql`${rateLimits.resetsAt} <= ${now.toISOString()}::timestamptz`;
  const [window] = await counts.db
    .insert(rateLimits)
    .values({ bucket: bucketOf(name, who), count: by, resetsAt: secondsAfter(now, perSeconds) })
    .onConflictDoUpdate({
      target: rateLimits.bucket,
      set: {
        count: sql`case when ${isOver} then excluded.count else ${rateLimits.count} + excluded.count end`,
        resetsAt: sql`case when ${isOver} then excluded.resets_at else ${rateLimits.resetsAt} end`,
      },
    })
    .returning({ count: rateLimits.count, resetsAt: rateLimits.resetsAt });
  if (!window) throw new Error('A count was neither inserted nor updated.');
  return { isWithin: window.count <= max, seconds: Math.ceil((window.resetsAt.getTime() - now.getTime()) / 1000) };
}

/** Takes back one count, so that it does not use up the limit. */
export async function countBack({ db }: Pick<Services, 'db'>, name: RateName, who: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
    .where(eq(rateLimits.bucket, bucketOf(name, who)));
}

/** Whether the next count would be over the limit. */
export async function isUsedUp({ db, now }: Pick<Services, 'db' | 'now'>, name: RateName, who: string): Promise<boolean> {
  const used = and(eq(rateLimits.bucket, bucketOf(name, who)), gt(rateLimits.resetsAt, now()), gte(rateLimits.count, RATES[name].max));
  return (await db.select({ count: rateLimits.count }).from(rateLimits).where(used)).length > 0;
}

/** The key that a request counts against: the signed-in person, otherwise the address. */
const requester = (c: Context<AppEnv>, services: Services) => c.var.signedIn?.userId ?? addressOf(c, services);

export const addressOf = (c: Context, services: Services) => addressBucket(clientAddress(c, services.env.trustProxy));

/** Applies one of the contract's limits to a route: per person, or per address for visitors. */
export function rateLimit(services: Services, name: RateName): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await countAgainst(services, name, requester(c, services));
    await next();
  };
}

/**
 * The limit across all routes. Each replica counts in memory: stopping runaway clients is not worth a database write for
 * every read.
 */
export function generalLimit(services: Services): MiddlewareHandler<AppEnv> {
  const { max, perSeconds } = RATES.everything;
  let counts = new Map<string, number>();
  let endsAt = 0;
  return async (c, next) => {
    const now = services.now().getTime();
    if (now >= endsAt) {
      counts = new Map();
      endsAt = now + perSeconds * 1000;
    }
    const who = requester(c, services);
    const count = (counts.get(who) ?? 0) + 1;
    counts.set(who, count);
    if (count > max) throw tooManyRequests(Math.ceil((endsAt - now) / 1000));
    await next();
  };
}
