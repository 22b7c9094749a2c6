import { sql } from 'drizzle-orm';
import { openPostgres } from '../db/open.ts';
import { migratePostgres } from '../db/migrate.ts';
import { APP_PAGE_ONLY } from './app-page.ts';
import { createListeningApp } from './listening-app.ts';
import { measureHidden } from './measure-hidden.ts';
import { png } from './sample-media.ts';
import { startPostgres } from './start-postgres.ts';
import { uploadAs } from './upload-as.ts';

const UNKNOWN_ID = '0197f3c2-0000-4000-8000-000000000000';

/** Measures response times of hidden links and their media, among `sessions` others, one in ten of them shared. */
export async function measureHiddenLinks({
  sessions,
  rounds,
}: {
  sessions: number;
  rounds: number;
}): Promise<Record<string, string | boolean>[]> {
  const postgres = await startPostgres();
  try {
    await migratePostgres(postgres.url);
    const database = await openPostgres(postgres.url);
    const app = await createListeningApp(database, {}, APP_PAGE_ONLY);
    const anna = await app.signIn('anna@example.org', { beta: true });
    await database.db.execute(sql`
      insert into videos (id, owner_id, title, description, video_url, thumbnail_url, shared, trained_at, trained_zone, trained_day, created_at, updated_at)
      select overlay(overlay(md5('session' || n) placing '4' from 13) placing '8' from 17)::uuid, ${anna.userId}, 'Session', '', '/objects/' || md5('clip' || n) , '/objects/' || md5('still' || n),
        n % 10 = 0, now(), 'UTC', current_date, now(), now()
      from generate_series(1, ${sql.raw(String(sessions))}) as n`);
    const [videoUrl, thumbnailUrl] = [
      (await uploadAs(app, anna, png(64, 48))).body.objectPath,
      (await uploadAs(app, anna, png(48, 64))).body.objectPath,
    ];
    const log = async () => (await anna.call<{ id: string }>('POST', '/api/videos', { title: 'Hidden', videoUrl, thumbnailUrl })).body.id;
    const [hidden, withdrawn] = [await log(), await log()];
    await anna.call('POST', `/api/videos/${withdrawn}/share`);
    await anna.call('DELETE', `/api/videos/${withdrawn}/share`);
    await database.db.execute(sql`vacuum analyze`);
    const visit = (path: string) => app.fetchAs(null, path, { headers: { accept: 'text/html,*/*;q=0.8' } });
    const measured = await measureHidden(
      visit,
      [
        { what: 'page', never: `/video/${UNKNOWN_ID}`, hidden: [`/video/${hidden}`, `/video/${withdrawn}`] },
        {
          what: 'call',
          never: `/api/videos/${UNKNOWN_ID}/share`,
          hidden: [`/api/videos/${hidden}/share`, `/api/videos/${withdrawn}/share`],
        },
        { what: 'media', never: `/objects/${'n'.repeat(43)}`, hidden: [videoUrl, thumbnailUrl] },
        { what: 'narrow copy', never: `/objects/${'n'.repeat(43)}/w960`, hidden: [`${thumbnailUrl}/w960`] },
      ],
      rounds,
    );
    await app.close();
    await database.close();
    return measured.map(({ what, path, neverMs, hiddenMs, ratio }) => ({
      what: `${what}, ${path.includes(withdrawn) ? 'switched off' : 'private'}`,
      'unknown, ms': neverMs.toFixed(2),
      'hidden, ms': hiddenMs.toFixed(2),
      ratio: ratio.toFixed(3),
      met: ratio >= 0.95 && ratio <= 1.05,
    }));
  } finally {
    await postgres.stop();
  }
}
