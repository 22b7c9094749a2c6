import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { mustBeSignedIn } from '../auth/require-access.ts';
import { ONLINE_CALLS } from '../contract/online-calls.ts';
import { foldEmail } from '../contract/text.ts';
import { erasedAccounts, users } from '../db/tables/people.ts';
import type { AppEnv, Services } from '../services.ts';
import { mustBeDeviceUser } from './device-user.ts';
import { parsePayload } from './parse-payload.ts';
import { readJson } from './read-json.ts';

/**
 * POST /api/auth/earlier-account: whether an account whose data a device still holds was the caller's own (R303). Only if no
 * account has its id: a provider may give one person's former address to another person.
 */
export function earlierAccountRoute({ db }: Services) {
  const { path, payload } = ONLINE_CALLS['auth.earlierAccount'];
  return new Hono<AppEnv>().post(path, async (c) => {
    const actor = mustBeDeviceUser(c, mustBeSignedIn);
    const { userId, email } = parsePayload(payload, await readJson(c));
    const isSameAddress = actor.email !== null && foldEmail(email) === actor.email;
    const isThere = isSameAddress && (await db.$count(users, eq(users.id, userId))) > 0;
    // What was erased must not come back from a device (R374).
    const wasErased = isSameAddress && (await db.$count(erasedAccounts, eq(erasedAccounts.userId, userId))) > 0;
    return c.json({ isYours: isSameAddress && !isThere && !wasErased });
  });
}
