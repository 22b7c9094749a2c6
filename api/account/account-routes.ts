import { and, eq, isNull, ne } from 'drizzle-orm';
import { Hono } from 'hono';
import { mustBeSignedIn } from '../auth/require-access.ts';
import type { DeletionAnswer, DeletionState } from '../contract/account-deletion.ts';
import { ONLINE_CALLS } from '../contract/online-calls.ts';
import { foldEmail } from '../contract/text.ts';
import { users } from '../db/tables/people.ts';
import { beginErasure } from '../erasure/begin-erasure.ts';
import { Refusal } from '../errors.ts';
import { mustBeDeviceUser } from '../routes/device-user.ts';
import { parsePayload } from '../routes/parse-payload.ts';
import { readJson } from '../routes/read-json.ts';
import type { AppEnv, Services, SignedIn } from '../services.ts';
import { keepAccount, scheduleDeletion } from './schedule-deletion.ts';
import { whatGoes } from './what-goes.ts';

const WRONG_EMAIL = 'This is not the email address of this account';

/** Deletes one's own account, at once or after a week (R374). For everyone who is signed in, also without beta access. */
export function accountRoutes(services: Services): Hono<AppEnv> {
  const { db, env, now, randomBytes } = services;
  const backupDays = env.backup?.keepDays ?? null;
  const deleteAtOf = async (userId: string) => {
    const [found] = await db.select({ deleteAt: users.deleteAt }).from(users).where(eq(users.id, userId));
    return found?.deleteAt?.toISOString() ?? null;
  };
  const isOnlyAdmin = async ({ userId, email, isAdmin }: SignedIn): Promise<boolean> => {
    if (!isAdmin || env.adminEmails.some((address) => address !== email)) return false;
    return (await db.$count(users, and(users.isAdmin, ne(users.id, userId), isNull(users.deleteAt)))) === 0;
  };
  return new Hono<AppEnv>()
    .get('/api/account/deletion', async (c) => {
      const actor = mustBeDeviceUser(c, mustBeSignedIn);
      const goes = await whatGoes(db, actor.userId);
      const deleteAt = await deleteAtOf(actor.userId);
      return c.json({ goes, deleteAt, backupDays, isOnlyAdmin: await isOnlyAdmin(actor) } satisfies DeletionState);
    })
    .post('/api/account/deletion', async (c) => {
      const { userId, email } = mustBeDeviceUser(c, mustBeSignedIn);
      const request = parsePayload(ONLINE_CALLS['account.delete'].payload, await readJson(c));
      if (foldEmail(request.email.trim()) !== (email ?? '')) throw new Refusal('invalid', WRONG_EMAIL, { fields: { email: WRONG_EMAIL } });
      if (request.when === 'later') {
        const deleteAt = await scheduleDeletion(services, userId);
        return c.json({ receipt: null, deleteAt: deleteAt.toISOString() } satisfies DeletionAnswer);
      }
      const goes = await whatGoes(db, userId);
      await beginErasure(services, userId);
      services.erasures.wake();
      const number = Buffer.from(randomBytes(4))
        .toString('hex')
        .toUpperCase()
        .replace(/^(.{4})/, '$1-');
      return c.json({ receipt: { number, at: now().toISOString(), goes, backupDays }, deleteAt: null } satisfies DeletionAnswer);
    })
    .delete('/api/account/deletion', async (c) => {
      const { userId } = mustBeDeviceUser(c, mustBeSignedIn);
      await keepAccount(services, userId);
      return c.json({});
    });
}
