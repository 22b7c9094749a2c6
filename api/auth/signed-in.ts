import { and, eq, gt, sql } from 'drizzle-orm';
import type { Context, MiddlewareHandler } from 'hono';
import { USER_HEADER } from '../contract/sync-protocol.ts';
import { betaAccess, signIns } from '../db/tables/auth.ts';
import { erasedAccounts, users } from '../db/tables/people.ts';
import { isDatabaseFull } from '../db/database-full.ts';
import type { AppEnv, Services, SignedIn } from '../services.ts';
import { readSignedInMark, readSignInCookie, setSignInCookies } from './cookies.ts';
import { describeBrowser } from './describe-browser.ts';
import { rememberDevice } from './known-devices.ts';
import { LAST_USE_SECONDS, secondsAfter } from './lifetimes.ts';
import { oldestUse } from './sign-ins.ts';
import { hashToken } from './tokens.ts';

interface Found {
  person: SignedIn;
  lastUsedAt: Date;
}

/** What `accessOf` reads: from `users`, and `beta_access` joined by email. */
export const ACCESS_COLUMNS = {
  userId: users.id,
  email: users.email,
  isAdmin: users.isAdmin,
  betaAccessId: betaAccess.id,
  removedAt: users.removedAt,
  deleteAt: users.deleteAt,
};

/** What a person may do, by their row and the row that grants them access. */
export function accessOf(
  {
    isAdmin,
    email,
    betaAccessId,
    removedAt,
    deleteAt,
  }: { isAdmin: boolean; email: string | null; betaAccessId: string | null; removedAt: Date | null; deleteAt: Date | null },
  { adminEmails }: Pick<Services['env'], 'adminEmails'>,
): Pick<SignedIn, 'isAdmin' | 'hasBetaAccess' | 'wasRemoved'> {
  const rules = isAdmin || (email !== null && adminEmails.includes(email));
  const mayEnter = rules || betaAccessId !== null;
  // An account that is to be deleted can only be kept, or taken along.
  if (deleteAt) return { isAdmin: false, hasBetaAccess: false, wasRemoved: mayEnter || removedAt !== null };
  return { isAdmin: rules, hasBetaAccess: mayEnter, wasRemoved: !mayEnter && removedAt !== null };
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isId = (text: string | undefined): text is string => text !== undefined && ID.test(text);

/** Prepares the one query that reads sign-in, person and access together. */
function prepareLookUp(services: Services): (token: string) => Promise<Found | null> {
  const { db, env } = services;
  const read = db
    .select({ ...ACCESS_COLUMNS, lastUsedAt: signIns.lastUsedAt })
    .from(signIns)
    .innerJoin(users, eq(users.id, signIns.userId))
    .leftJoin(betaAccess, eq(betaAccess.email, users.email))
    .where(and(eq(signIns.tokenHash, sql.placeholder('tokenHash')), gt(signIns.lastUsedAt, sql.placeholder('oldest'))))
    .prepare('signed_in');

  return async (token) => {
    const [found] = await read.execute({
      tokenHash: hashToken(token),
      // As text: drizzle passes a placeholder's value to the driver unchanged, and drivers encode a Date differently.
      oldest: oldestUse(services).toISOString(),
    });
    if (!found) return null;
    const { userId, email, lastUsedAt } = found;
    return { person: { userId, email, ...accessOf(found, env) }, lastUsedAt };
  };
}

/**
 * Looks up the signed-in person on every request, so that removed access ends with the next request.
 * `c.var.signedIn` is null for a visitor.
 */
export function signedIn(services: Services): MiddlewareHandler<AppEnv> {
  const { db, env } = services;
  const lookUp = prepareLookUp(services);
  const noteUse = async (token: string, use: Partial<typeof signIns.$inferInsert>): Promise<boolean> => {
    try {
      await db
        .update(signIns)
        .set(use)
        .where(eq(signIns.tokenHash, hashToken(token)));
      return true;
    } catch (error) {
      // A full server still serves what it has; a later call notes the use (R332).
      if (isDatabaseFull(error)) return false;
      throw error;
    }
  };
  /** Whether the person for whom this browser asks has been erased; another person's data may be on it too. */
  const isErased = async (c: Context<AppEnv>): Promise<boolean> => {
    const userId = c.req.header(USER_HEADER)?.toLowerCase() ?? readSignedInMark(c);
    return isId(userId) && (await db.$count(erasedAccounts, eq(erasedAccounts.userId, userId))) > 0;
  };
  return async (c, next) => {
    const token = readSignInCookie(c, env);
    const now = services.now();
    const found = token ? await lookUp(token) : null;
    c.set('signedIn', found?.person ?? null);
    if (!found) c.set('wasErased', await isErased(c));
    const userAgent = c.req.header('user-agent');
    if (token && found && secondsAfter(found.lastUsedAt, LAST_USE_SECONDS) <= now) {
      const isNoted = await noteUse(token, { lastUsedAt: now, ...(userAgent && describeBrowser(userAgent)) });
      if (isNoted) {
        setSignInCookies(c, env, token, found.person.userId);
        if (found.person.email !== null && !env.oidc) rememberDevice(c, services, found.person.email, token);
      }
    }
    await next();
  };
}

/** Checks the sign-in again during a long answer, such as an event stream. @returns null when it has ended */
export function signedInAgain(services: Services): (c: Context<AppEnv>) => Promise<SignedIn | null> {
  const lookUp = prepareLookUp(services);
  return async (c) => {
    const token = readSignInCookie(c, services.env);
    return token ? ((await lookUp(token))?.person ?? null) : null;
  };
}
