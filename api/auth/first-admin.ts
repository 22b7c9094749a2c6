import { eq, notExists } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { erasedAccounts, users } from '../db/tables/people.ts';
import type { Services } from '../services.ts';

/** Whether the next person to sign in with a code from the terminal becomes the administrator (R20). */
export async function awaitsFirstAdmin({ env, mail }: Pick<Services, 'env' | 'mail'>, db: Queryable): Promise<boolean> {
  if (!mail.toTerminal || env.adminEmails.length > 0) return false;
  // Whoever has just deleted the only account begins anew.
  const isErased = db.select({ id: erasedAccounts.userId }).from(erasedAccounts).where(eq(erasedAccounts.userId, users.id));
  return (await db.select({ id: users.id }).from(users).where(notExists(isErased)).limit(1)).length === 0;
}
