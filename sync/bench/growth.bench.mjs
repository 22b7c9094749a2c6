import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { chromium } from 'playwright';
import { runnerImport } from 'vite';
import { mustHaveBrowser } from '../../.ci/browser.mjs';
import { startBuiltServer } from '../../pwa/e2e/built-server.mjs';
import { bundle, openSite } from './bench-site.mjs';

export const what =
  'milliseconds of one piece of work on a small and on a large device, in one Chromium, with the API on PostgreSQL; goal: a ratio of 1.5, of 1.3 for partners';

const SESSIONS_A_PARTNER = 200;

/** @param {{ short?: boolean }} options `short`: smaller sizes, to check that it runs */
export async function measure({ short = false } = {}) {
  const [few, many] = short ? [100, 1_000] : [100, 20_000];
  const [fewCues, manyCues] = short ? [20, 60] : [100, 500];
  const [fewPartners, manyPartners] = short ? [2, 10] : [20, 200];
  const world = await openWorld();
  try {
    const small = await world.measure('small@example.org', 'queue', few);
    const large = await world.measure('large@example.org', 'queue', many);
    const additions = [fewCues, manyCues].map((count) => world.measure(`cues-${count}@example.org`, 'additions', count));
    const pulls = [fewPartners, manyPartners].map((count) => world.measureFirstPull(count));
    const beside = `beside ${few} and ${many} queued changes`;
    return [
      row(`the status line, ${beside}`, small.status, large.status),
      row(`a new change, ${beside}`, small.change, large.change),
      row(`taking an envelope, ${beside}`, small.envelope, large.envelope),
      row(`sending one of ${few} and ${many} changes`, small.sent, large.sent),
      row(`sending one of ${fewCues} and ${manyCues} cues added to a program`, ...(await Promise.all(additions))),
      row(`reading one session of ${fewPartners} and ${manyPartners} partners`, ...(await Promise.all(pulls))),
    ];
  } finally {
    await world.close();
  }
}

const row = (of, small, large) => ({ what: of, small: small.toFixed(2), large: large.toFixed(2), ratio: (large / small).toFixed(2) });

async function openWorld() {
  const startPostgres = fileURLToPath(new URL('../../api/testing/start-postgres.ts', import.meta.url));
  const { module } = await runnerImport(startPostgres, { configFile: false, logLevel: 'error' });
  const postgres = await module.startPostgres({ keepsCommits: true });
  const site = await openSite();
  const emails = ['small', 'large', 'cues-20', 'cues-60', 'cues-100', 'cues-500', 'pull-2', 'pull-10', 'pull-20', 'pull-200'];
  const env = { DATABASE_URL: postgres.url, ADMIN_EMAILS: emails.map((name) => `${name}@example.org`).join(','), LOG_LEVEL: 'silent' };
  const api = await startBuiltServer({ publicUrl: site.url, env });
  const pages = join(api.folder, 'pages');
  await bundle([{ name: 'growth', entry: 'growth.ts' }], pages);
  site.leadTo(pages, { api: Number(new URL(api.origin).port) });
  const executablePath = await mustHaveBrowser();
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  // One page at a time, so that no measurement disturbs another.
  let last = Promise.resolve();
  const inTurn = (work) => (last = last.then(work));

  const measureAs = async (email, prepare, name, size) => {
    const cookies = await api.cookiesOf(email);
    const cookie = Object.entries(cookies)
      .map((pair) => pair.join('='))
      .join('; ');
    const { id } = await (await fetch(`${api.origin}/api/auth/user`, { headers: { cookie } })).json();
    await prepare(id);
    const context = await chromium.launchPersistentContext(await mkdtemp(join(api.folder, 'profile-')), {
      executablePath,
      headless: true,
      chromiumSandbox: false,
      serviceWorkers: 'block',
      args: ['--disable-gpu'],
    });
    try {
      await context.addCookies(Object.entries(cookies).map(([key, value]) => ({ name: key, value, url: site.url })));
      const [page] = context.pages();
      await page.goto(`${site.url}/growth?user=${id}`);
      await page.waitForFunction(() => 'growth' in globalThis);
      return await page.evaluate(([call, argument]) => globalThis.growth[call](argument), [name, size]);
    } finally {
      await context.close();
    }
  };
  return {
    measure: (email, name, size) => inTurn(() => measureAs(email, async () => {}, name, size)),
    measureFirstPull: (partners) =>
      inTurn(() =>
        measureAs(`pull-${partners}@example.org`, (id) => addPartners(database, id, partners), 'firstPull', partners * SESSIONS_A_PARTNER),
      ),
    async close() {
      await database.end();
      await site.close();
      await api.stop();
      await postgres.stop();
    },
  };
}

/** Gives a person so many partners, each with sessions that partners hold. */
async function addPartners(database, id, partners) {
  const numbered = `select n, overlay(overlay(md5($1::text || n) placing '4' from 13) placing '8' from 17)::uuid as id from generate_series(1, $2::int) as n`;
  const sessions = `select person.id as owner, s, overlay(overlay(md5($1::text || n || 's' || s) placing '4' from 13) placing '8' from 17)::uuid as id
    from (${numbered}) as person, generate_series(1, ${SESSIONS_A_PARTNER}) as s`;
  const fill = (text) => database.query(text, [id, partners]);
  await fill(
    `insert into users (id, first_name, last_name, created_at, updated_at) select id, 'Partner', n::text, now(), now() from (${numbered}) as person`,
  );
  await fill(`insert into friendships (id, user_id, friend_id, status, created_at)
    select gen_random_uuid(), $1::uuid, id, 'accepted', now() from (${numbered}) as person`);
  await fill(`insert into videos (id, owner_id, title, description, thumbnail_url, shared, trained_at, trained_zone, trained_day, created_at, updated_at)
    select id, owner, 'Session ' || s, 'Three short tracks, wind from the left.', '', false, now() - s * interval '1 day', 'UTC', current_date - s, now(), now()
    from (${sessions}) as session`);
  await fill(
    `insert into feeds (name, head, epoch) select 'shown:' || id, ${SESSIONS_A_PARTNER}, gen_random_uuid() from (${numbered}) as person`,
  );
  await fill(`insert into feed_entries (feed, entity, row_id, position, gone, at)
    select 'shown:' || owner, 'videos', id, s, false, now() from (${sessions}) as session`);
}
