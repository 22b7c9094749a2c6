import { sql } from 'drizzle-orm';
import type { PushKind } from '../contract/push.ts';
import type { Database } from '../db/database.ts';
import { isBlocked } from '../db/is-blocked.ts';
import { isPresent } from '../db/is-present.ts';
import { rowsOf } from '../db/rows-of.ts';

export interface DueMessage {
  subscriptionId: string;
  topic: string;
  kind: PushKind;
  /** Text with microseconds, to tell this message from one that replaced it meanwhile. */
  madeAt: string;
  attempts: number;
  videoId: string | null;
  to: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  fromFirst: string | null;
  fromLast: string | null;
  /** Whether the event still applies and the recipient may still see it. */
  mayKnow: boolean;
}

/**
 * Leases up to `most` due messages to this replica for `leaseSeconds`. If the replica dies, others take over when the
 * lease expires. Takes one message per recipient, and none for recipients with a send in progress.
 */
export const takeDueMessages = (
  db: Database,
  now: Date,
  most: number,
  leaseSeconds: number,
  adminEmails: readonly string[],
  busyReaders: readonly string[],
): Promise<DueMessage[]> =>
  rowsOf<DueMessage>(
    db,
    sql`with taken as (
          update push_messages set
            attempts = attempts + 1,
            due_at = ${now.toISOString()}::text::timestamptz + make_interval(secs => ${leaseSeconds}::int)
          where (subscription_id, topic) in (
            select subscription_id, topic from push_messages
            where due_at <= ${now.toISOString()}::text::timestamptz
              and (subscription_id, topic) in (
                select distinct on (reading.user_id) subscription_id, topic
                from push_messages join push_subscriptions as reading on reading.id = subscription_id
                where due_at <= ${now.toISOString()}::text::timestamptz
                  and not jsonb_exists(${JSON.stringify(busyReaders)}::text::jsonb, reading.user_id::text)
                order by reading.user_id, due_at)
            order by due_at
            limit ${most}::int
            for update skip locked
          )
          returning *
        )
        select
          taken.subscription_id as "subscriptionId", topic, taken.kind, made_at::text as "madeAt", attempts,
          taken.video_id as "videoId", subscription.user_id as "to", endpoint, p256dh, auth,
          actor.first_name as "fromFirst", actor.last_name as "fromLast",
          reader.delete_at is null and (reader.is_admin or jsonb_exists(${JSON.stringify(adminEmails)}::text::jsonb, reader.email)
            or exists (select from beta_access where beta_access.email = reader.email)
          ) and actor.removed_at is null and not ${isBlocked(sql`actor.id`, sql`subscription.user_id`)} and case taken.kind
            when 'request' then exists (
              select from friendships where user_id = actor.id and friend_id = subscription.user_id and status = 'pending')
            when 'accepted' then exists (
              select from friendships where friend_id = actor.id and user_id = subscription.user_id and status = 'accepted')
            else exists (
              select from videos where videos.id = taken.video_id and deleted_at is null and ${isPresent(sql`owner_id`)} and (
                owner_id = subscription.user_id
                or not taken_down and (exists (select from friendships where user_id = owner_id and friend_id = subscription.user_id and status = 'accepted')
                or exists (select from friendships where friend_id = owner_id and user_id = subscription.user_id and status = 'accepted'))))
          end as "mayKnow"
        from taken
        join push_subscriptions as subscription on subscription.id = taken.subscription_id
        join users as reader on reader.id = subscription.user_id
        join users as actor on actor.id = taken.actor_id`,
  );

/** Deletes a message, unless a newer one has replaced it. */
export const endMessage = (db: Database, { subscriptionId, topic, madeAt }: DueMessage) =>
  rowsOf(
    db,
    sql`delete from push_messages
        where subscription_id = ${subscriptionId}::uuid and topic = ${topic}::text and made_at = ${madeAt}::text::timestamptz`,
  );

/** Postpones all messages to a message's browser: if one send fails, the next would too. */
export const putOffMessages = (db: Database, { subscriptionId, topic, madeAt }: DueMessage, until: Date) =>
  rowsOf(
    db,
    sql`update push_messages set due_at = ${until.toISOString()}::text::timestamptz
        where subscription_id = ${subscriptionId}::uuid
          and (due_at < ${until.toISOString()}::text::timestamptz or (topic = ${topic}::text and made_at = ${madeAt}::text::timestamptz))`,
  );
