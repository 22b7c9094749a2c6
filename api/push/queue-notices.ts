import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { isBlocked } from '../db/is-blocked.ts';
import { rowsOf } from '../db/rows-of.ts';
import type { Notice } from './notice.ts';

/**
 * Queues a push for every interested browser of each recipient. Requests and acceptances go to their addressee,
 * sessions to partners, comments to the session's owner and earlier commenters. An unsent push with the same topic is
 * replaced: a day's sessions are one push, not ten.
 * @returns the number of pushes queued
 */
export async function queueNotices(db: Database, notices: readonly Notice[], now: Date): Promise<number> {
  const queued = await rowsOf<{ topic: string }>(
    db,
    sql`with notice as (
          select * from jsonb_to_recordset(${JSON.stringify(notices)}::text::jsonb)
            as notice(kind text, "actorId" uuid, "recipientId" uuid, "videoId" uuid)
        ), told as (
          select kind, "actorId", "recipientId" as user_id, "videoId" from notice where "recipientId" is not null
          union all
          select kind, "actorId", friend_id, "videoId" from notice join friendships on user_id = "actorId" and status = 'accepted'
            where kind = 'session'
          union all
          select kind, "actorId", user_id, "videoId" from notice join friendships on friend_id = "actorId" and status = 'accepted'
            where kind = 'session'
          union all
          select kind, "actorId", owner_id, "videoId" from notice join videos on videos.id = "videoId" where kind = 'comment'
          union all
          select kind, "actorId", comments.user_id, "videoId" from notice
            join comments on comments.video_id = "videoId" and comments.deleted_at is null where kind = 'comment'
        ), topics as (
          select distinct on (subscription.id, topic) subscription.id, topic, told.kind, "actorId", "videoId"
          from told
          cross join lateral (
            select told.kind || ':' || case told.kind when 'comment' then "videoId" else "actorId" end as topic
          ) as named
          join push_subscriptions as subscription on subscription.user_id = told.user_id and told.kind = any(subscription.kinds)
          where told.user_id <> "actorId" and not ${isBlocked(sql`told.user_id`, sql`told."actorId"`)}
          order by subscription.id, topic
        )
        insert into push_messages (subscription_id, topic, kind, actor_id, video_id, made_at, due_at, attempts)
        select id, topic, kind, "actorId", "videoId", ${now.toISOString()}::text::timestamptz, ${now.toISOString()}::text::timestamptz, 0
        from topics
        on conflict (subscription_id, topic) do update
          set actor_id = excluded.actor_id, video_id = excluded.video_id, made_at = excluded.made_at, due_at = excluded.due_at, attempts = 0
        returning topic`,
  );
  return queued.length;
}
