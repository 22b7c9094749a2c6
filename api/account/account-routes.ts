import { and, eq, getTableColumns, isNull, ne } from 'drizzle-orm';
import { Hono } from 'hono';
import { countAgainst } from '../auth/rate-limits.ts';
import { mustBeSignedIn } from '../auth/require-access.ts';
import type { DeletionAnswer, DeletionState } from '../contract/account-deletion.ts';
import { ONLINE_CALLS } from '../contract/online-calls.ts';
import { foldEmail } from '../contract/text.ts';
import { users } from '../db/tables/people.ts';
import { beginErasure } from '../erasure/begin-erasure.ts';
import { Refusal } from '../errors.ts';
import { accountHeldUntil } from '../reports/held.ts';
import { mustBeDeviceUser } from '../routes/device-user.ts';
import { parsePayload } from '../routes/parse-payload.ts';
import { readJson } from '../routes/read-json.ts';
import type { AppEnv, Services } from '../services.ts';
import { keepAccount, scheduleDeletion } from './schedule-deletion.ts';
import { whatGoes } from './what-goes.ts';

const WRONG_EMAIL = 'This is not the email address of this account';

/** Deletes one's own account, at once or after a week (R374). For everyone who is signed in, also without beta access. */
export function accountRoutes(services: Services): Hono<AppEnv> {
  const { db, env, now } = services;
  const backupDays = env.backup?.keepDays ?? null;
  const stateOf = async (userId: string) => {
    const { deleteAt, isAdmin, email } = getTableColumns(users);
    const [person] = await db.select({ deleteAt, isAdmin, email }).from(users).where(eq(users.id, userId));
    const heldUntil = (await accountHeldUntil(db, userId, now()))?.toISOString() ?? null;
    return {
      deleteAt: person?.deleteAt?.toISOString() ?? null,
      heldUntil,
      isOnlyAdmin: person !== undefined && (await isOnlyAdmin(userId, person)),
    };
  };
  const isOnlyAdmin = async (userId: string, { isAdmin, email }: { isAdmin: boolean; email: string | null }): Promise<boolean> => {
    const isNamed = email !== null && env.adminEmails.includes(email);
    if (!(isAdmin || isNamed) || env.adminEmails.some((address) => address !== email)) return false;
    return (await db.$count(users, and(users.isAdmin, ne(users.id, userId), isNull(users.deleteAt)))) === 0;
  };
  return new Hono<AppEnv>()
    .get('/api/account/deletion', async (c) => {
      const { userId } = mustBeDeviceUser(c, mustBeSignedIn);
      return c.json({ goes: await whatGoes(db, userId), backupDays, ...(await stateOf(userId)) } satisfies DeletionState);
    })
    .post('/api/account/deletion', async (c) => {
      const { userId, email } = mustBeDeviceUser(c, mustBeSignedIn);
      const request = parsePayload(ONLINE_CALLS['account.delete'].payload, await readJson(c));
      if (foldEmail(request.email.trim()) !== (email ?? '')) throw new Refusal('invalid', WRONG_EMAIL, { fields: { email: WRONG_EMAIL } });
      await countAgainst(services, 'deletions', userId);
      const heldUntil = await accountHeldUntil(db, userId, now());
      if (request.when === 'later' || heldUntil) {
        const deleteAt = await scheduleDeletion(services, userId, heldUntil);
        return c.json({ receipt: null, deleteAt: deleteAt.toISOString() } satisfies DeletionAnswer);
      }
      const receipt = { at: now().toISOString(), goes: await whatGoes(db, userId), backupDays };
      await beginErasure(services, userId);
      services.erasures.wake();
      return c.json({ receipt, deleteAt: null } satisfies DeletionAnswer);
    })
    .delete('/api/account/deletion', async (c) => {
      const { userId } = mustBeDeviceUser(c, mustBeSignedIn);
      await keepAccount(services, userId);
      return c.json({});
    });
}
