import { eq, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { readSignedInMark, readSignInCookie, setSignInCookies } from '../auth/cookies.ts';
import { mustHaveBetaAccess } from '../auth/require-access.ts';
import type { SignedInUser } from '../contract/entities/user.ts';
import { users } from '../db/tables/people.ts';
import { Refusal } from '../errors.ts';
import type { AppEnv, Services } from '../services.ts';

/** GET /api/auth/user: the signed-in person's own record; 401 for visitors, 403 without beta access. */
export function authUserRoute({ db, env }: Services) {
  const read = db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      bio: users.bio,
      location: users.location,
      sports: users.sports,
      profileVisibility: users.profileVisibility,
      profileImageUrl: users.profileImageUrl,
      isAdult: users.isAdult,
      version: users.version,
    })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('auth_user');

  return new Hono<AppEnv>().get('/api/auth/user', async (c) => {
    const { userId, isAdmin } = mustHaveBetaAccess(c);
    const [profile] = await read.execute({ id: userId });
    if (!profile) throw new Refusal('unauthenticated', 'Please sign in');
    const token = readSignInCookie(c, env);
    if (token && readSignedInMark(c) !== userId) setSignInCookies(c, env, token, userId);
    return c.json({ ...profile, isAdmin } satisfies SignedInUser);
  });
}
