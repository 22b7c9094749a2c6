import { sql } from 'drizzle-orm';
import type { EntityName } from '../contract/entities.ts';
import { PARTNER_SESSIONS_HELD } from '../contract/limits.ts';
import { feedName } from '../contract/sync-protocol.ts';
import type { Transaction } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';

interface Changed {
  entity: EntityName;
  rowId: string;
}

interface ShownEntry extends Changed {
  gone: boolean;
}

/**
 * How changed sessions, comments, sets and dogs affect partners. Partners hold exactly the newest PARTNER_SESSIONS_HELD
 * sessions, with their comments, sets and dogs (R44, R55). The live entries of the shown feed are what they hold. This compares
 * them with the newest sessions and returns those that changed, those that entered (with their comments and sets) and those that
 * dropped out (with theirs). The transaction must hold the lock on the owner's shown feed.
 */
export async function readShownWindow(tx: Transaction, ownerId: string, changed: readonly Changed[]): Promise<ShownEntry[]> {
  const idsOf = (entity: EntityName) => JSON.stringify(changed.filter((row) => row.entity === entity).map((row) => row.rowId));
  return rowsOf<ShownEntry>(
    tx,
    sql`with newest as (
          select id, dog_id from videos
          where owner_id = ${ownerId}::uuid and deleted_at is null and not taken_down
          order by trained_at desc, id desc
          limit ${PARTNER_SESSIONS_HELD}::int
        ), held as (
          select row_id as id from feed_entries
          where feed = ${feedName('shown', ownerId)}::text and entity = 'videos' and not gone
        ), moved as (
          select coalesce(newest.id, held.id) as id, newest.id is null as gone, newest.id is null or held.id is null as crossed
          from newest full join held on held.id = newest.id
          where newest.id is null or held.id is null
            or newest.id in (select value::uuid from jsonb_array_elements_text(${idsOf('videos')}::text::jsonb))
        ), shown_dogs as (
          select id from dogs where id in (select dog_id from newest) and deleted_at is null
        ), held_dogs as (
          select row_id as id from feed_entries
          where feed = ${feedName('shown', ownerId)}::text and entity = 'partnerDogs' and not gone
        )
        select 'partnerDogs' as entity, coalesce(shown_dogs.id, held_dogs.id) as "rowId", shown_dogs.id is null as gone
        from shown_dogs full join held_dogs on held_dogs.id = shown_dogs.id
        where shown_dogs.id is null or held_dogs.id is null
          or shown_dogs.id in (select value::uuid from jsonb_array_elements_text(${idsOf('partnerDogs')}::text::jsonb))
        union all
        select 'videos', id, gone from moved
        ${ofSessions('comments', idsOf('comments'))}
        ${ofSessions('sets', idsOf('sets'))}`,
  );
}

/** Rows that follow their session: all of those that entered or dropped out, and the changed ones of those that stay. */
const ofSessions = (entity: 'comments' | 'sets', changedIds: string) => sql`
        union all
        select ${sql.raw(`'${entity}'`)}, one.id, moved.gone
        from moved join ${sql.identifier(entity)} as one on one.video_id = moved.id and one.deleted_at is null
        where moved.crossed
        union all
        select ${sql.raw(`'${entity}'`)}, one.id, one.deleted_at is not null
        from ${sql.identifier(entity)} as one join held on held.id = one.video_id
        where one.id in (select value::uuid from jsonb_array_elements_text(${changedIds}::text::jsonb))
          and one.video_id in (select id from newest)`;
