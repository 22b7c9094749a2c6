import { type SQL, sql } from 'drizzle-orm';

/**
 * Whether an object is in use: it was derived from another one (and is deleted with it), or is named by a live row, a
 * row deleted after `restorableSince`, or a conflict that offers it, or is evidence of a report. The query must select from `objects`. Each part
 * repeats the condition of the partial index that it should use.
 */
export const isObjectUsed = (restorableSince: Date): SQL => {
  const since = sql`${restorableSince.toISOString()}::timestamptz`;
  const lives = (row: string) => sql`(${sql.raw(row)}.deleted_at is null or ${sql.raw(row)}.deleted_at >= ${since})`;
  return sql`(
    objects.derived_from is not null
    or exists (select 1 from videos v where v.video_url = objects.path and ${lives('v')})
    or exists (select 1 from videos v where v.thumbnail_url = objects.path and v.thumbnail_url <> '' and ${lives('v')})
    or exists (select 1 from dogs d where d.image = objects.path and ${lives('d')})
    or exists (select 1 from users u where u.profile_image_url = objects.path)
    or exists (select 1 from held_objects h where h.path = objects.path)
    or exists (
      select 1 from conflicts c
      where c.owner_id = objects.owner_id and c.deleted_at is null
        and objects.path in (c.kept ->> 'value', c.other ->> 'value')))`;
};
