import { and, eq, ne } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { pushSubscriptions } from '../db/tables/push.ts';
import { Refusal } from '../errors.ts';

type NewSubscription = typeof pushSubscriptions.$inferInsert;

/**
 * Registers a browser, or confirms it. If another person holds the endpoint, only the browser itself may pass it on: it
 * alone knows the secret and the key. Messages that wait for the former person are deleted.
 * @returns the subscription's id
 * @throws Refusal 409 for someone who merely knows another browser's endpoint
 */
export async function holdSubscription(tx: Transaction, subscription: NewSubscription): Promise<string> {
  const { endpoint, userId, p256dh, auth } = subscription;
  await tx
    .delete(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.endpoint, endpoint),
        ne(pushSubscriptions.userId, userId),
        eq(pushSubscriptions.p256dh, p256dh),
        eq(pushSubscriptions.auth, auth),
      ),
    );
  const { id: _id, ...heard } = subscription;
  const [held] = await tx
    .insert(pushSubscriptions)
    .values(subscription)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: heard, setWhere: eq(pushSubscriptions.userId, userId) })
    .returning({ id: pushSubscriptions.id });
  if (!held) throw new Refusal('conflict', 'This push service address belongs to another browser');
  return held.id;
}
