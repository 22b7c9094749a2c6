import { type SQL, sql } from 'drizzle-orm';
import { COUNTIES, SPORTS } from '../contract/places-and-sports.ts';
import type { Database } from '../db/database.ts';
import { migratePostgres } from '../db/migrate.ts';
import { openPostgres } from '../db/open.ts';
import { createTestApp } from './create-test-app.ts';
import { median } from './measure-hidden.ts';
import { startPostgres } from './start-postgres.ts';
import { withDatabase } from './postgres-template.ts';

const FIRST_NAMES =
  'Alice Ben Carla Dan Ellen Fiona George Hannah Ian Jess Kate Karl Liam Mary Nina Owen Paula Quentin Rosa Sam Tess Ursula Vera Will Xenia Yara Zoe Abel Bryn Cora Dora Elias Finn Gwen Hugh Iris Joan Kay Leah Mark'.split(
    ' ',
  );
const LAST_NAMES =
  'Adams Baker Carter Dixon Ellison Fisher Grant Hughes Ingram Jones Kerr Lewis Mason Noble Owens Price Quinn Reed Shaw Turner Upton Vance Walsh Young'.split(
    ' ',
  );
// Forty names, equally often: in Britain, too, the most common one belongs to one dog in forty.
const DOGS =
  'Fen Moss Brock Juno Tansy Fly Nell Gyp Meg Roy Bella Poppy Alfie Max Luna Teddy Daisy Ruby Rosie Milo Charlie Buddy Molly Toby Bailey Jess Rolo Willow Monty Barney Tilly Jack Otis Honey Skye Rex Sam Rufus Dash Pike'.split(
    ' ',
  );
/** How many people have each test name, whatever the size of the server, so that answers have equal length. */
const BEARERS = 20;
const FEW_BEARERS = 3;
const PAGE = 10;

/**
 * Inserts people with a dog each, four of five with a public profile. Besides generated names, counties and sports,
 * there are always 20 Ashworths, 20 Zoe Quinns with a Fen who do Agility, 20 Kates of Kent who do Canicross, three Zoe
 * Zimmers, and three Kays of Kent, the only people there who do Other.
 * @param people at least 500
 */
export async function fillCommunity(db: Database, people: number): Promise<void> {
  const oneOf = (names: readonly string[], place: SQL) =>
    sql`(array[${sql.join(
      names.map((name) => sql`${name}::text`),
      sql`, `,
    )}])[${place} % ${sql.raw(String(names.length))} + 1]`;
  const each = (bearers: number) => sql.raw(String(Math.floor(people / bearers)));
  await db.execute(sql`
    with numbered as (
      select n, case
        when n % ${each(BEARERS)} = 1 then 'ashworth' when n % ${each(BEARERS)} = 2 then 'quinn' when n % ${each(BEARERS)} = 3 then 'kate'
        when n % ${each(FEW_BEARERS)} = 4 then 'zimmer' when n % ${each(FEW_BEARERS)} = 6 then 'kay' else '' end as kin
      from generate_series(1, ${sql.raw(String(people))}) as n),
    placed as (
      select n, kin, case when kin in ('kate', 'kay') then 'Kent' else ${oneOf(COUNTIES, sql`n * 7`)} end as location,
        array[${oneOf(SPORTS, sql`n`)}, ${oneOf(SPORTS, sql`n / 19`)}, ${oneOf(SPORTS, sql`n / 7`)}] as sports
      from numbered),
    person as (
      select n, kin, location, overlay(overlay(md5('person' || n) placing '4' from 13) placing '8' from 17)::uuid as id, case kin when 'quinn' then 'Fen' else ${oneOf(DOGS, sql`n / 3`)} end as dog,
        case when kin in ('quinn', 'zimmer') then 'Zoe' when kin in ('kate', 'kay') then initcap(kin) else ${oneOf(FIRST_NAMES, sql`n`)} end as first,
        case when kin in ('ashworth', 'quinn', 'zimmer') then initcap(kin) else ${oneOf(LAST_NAMES, sql`n / 40`)} end as last,
        case kin when 'quinn' then array['Agility'] when 'kate' then array['Canicross'] when 'kay' then array['Other']
          else case location when 'Kent' then array_remove(sports, 'Other') else sports end end as sports
      from placed),
    made as (
      insert into users (id, first_name, last_name, bio, location, sports, profile_visibility, sort_name, name_words, search_words, created_at, updated_at)
      select id, first, last, 'Trains in the evenings, competes at weekends.', location, sports,
        case when n % 5 = 0 and kin = '' then 'private' else 'public' end, lower(first || ' ' || last),
        array_to_tsvector(array[lower(first), lower(last)]), array_to_tsvector(array[lower(first), lower(last), lower(dog)]), now(), now()
      from person)
    insert into dogs (id, owner_id, name, breed, birthdate, titles, notes, created_at, updated_at)
    select md5('dog' || n)::uuid, id, dog, 'Collie', '2020-01-01', '{}', '', now(), now() from person`);
  // Each blocks one other person. None of them asks.
  await db.execute(sql`
    insert into blocks (id, user_id, blocked_id, name, created_at)
    select md5('block' || id)::uuid, id, lead(id, 1, md5('nobody')::uuid) over (order by id), '', now() from users`);
  await db.execute(sql`vacuum analyze`);
}

const browse = (filter: Record<string, string>) => `/api/community/browse?${new URLSearchParams({ ...filter, limit: String(PAGE) })}`;
const halfway = Buffer.from(JSON.stringify(['kate', '00000000-0000-4000-8000-000000000000'])).toString('base64url');

/** Community queries, from those that match no one to those that match almost everyone. */
export const QUESTIONS: readonly [what: string, path: string][] = [
  ['everyone', browse({})],
  ['everyone, from the middle on', browse({ cursor: halfway })],
  ['names from one letter on', browse({ search: 'k' })],
  ['names from a prefix on', browse({ search: 'ka' })],
  ['a first name and the prefix of a last name', browse({ search: 'zoe q' })],
  ['a first name and a rare prefix', browse({ search: 'zoe zi' })],
  ['a name that few have', browse({ search: 'ashworth' })],
  ['a name that three have', browse({ search: 'zimmer' })],
  ['a name that no one has', browse({ search: 'zzzz' })],
  ['a county', browse({ county: 'Kent' })],
  ['a sport', browse({ sport: 'Agility' })],
  ['county and sport', browse({ county: 'Kent', sport: 'Canicross' })],
  ['county and a rare sport', browse({ county: 'Kent', sport: 'Other' })],
  ['county and prefix', browse({ county: 'Kent', search: 'ka' })],
  ['sport and prefix', browse({ sport: 'Agility', search: 'z' })],
  ['county, sport and prefix', browse({ county: 'Kent', sport: 'Canicross', search: 'k' })],
  ['county, rare sport and prefix', browse({ county: 'Kent', sport: 'Other', search: 'k' })],
  ['partners by a dog that many have', `/api/users/search?query=fen&limit=${PAGE}`],
  ['partners by a name and a dog', `/api/users/search?query=${encodeURIComponent('fen zo')}&limit=${PAGE}`],
  ['partners by a name that few have', `/api/users/search?query=ashworth&limit=${PAGE}`],
];

/** Runs the same queries in turn on a server with few people and on one with many, on PostgreSQL. @returns medians */
export async function measureCommunity({
  few,
  many,
  rounds,
}: {
  few: number;
  many: number;
  rounds: number;
}): Promise<Record<string, string | number | boolean>[]> {
  const postgres = await startPostgres();
  const open = async (people: number) => {
    const maintenance = await openPostgres(postgres.url);
    const name = `people_${people}`;
    await maintenance.db.execute(sql.raw(`create database ${name}`));
    await maintenance.close();
    const url = withDatabase(postgres.url, name);
    await migratePostgres(url);
    const database = await openPostgres(url);
    await fillCommunity(database.db, people);
    const app = await createTestApp(database);
    const anna = await app.signIn('anna@example.org', { beta: true });
    const ask = async (path: string) => {
      // The rate limit of search counts per minute.
      app.clock.forward(1);
      const began = performance.now();
      const { status, body } = await anna.call<unknown[]>('GET', path);
      const took = performance.now() - began;
      if (status !== 200) throw new Error(`${path} was answered with ${status}`);
      return { took, rows: body.length };
    };
    return { ask, close: () => app.close().then(database.close) };
  };
  try {
    const [small, large] = [await open(few), await open(many)];
    const lines = [];
    for (const [what, path] of QUESTIONS) {
      const times = { small: [] as number[], large: [] as number[] };
      for (let warm = 0; warm < 10; warm += 1) await Promise.all([small.ask(path), large.ask(path)]);
      for (let round = 0; round < rounds; round += 1) {
        times.small.push((await small.ask(path)).took);
        times.large.push((await large.ask(path)).took);
      }
      const [a, b] = [median(times.small), median(times.large)];
      const rows = [(await small.ask(path)).rows, (await large.ask(path)).rows] as const;
      if (rows[0] !== rows[1]) throw new Error(`${path} has answers of ${rows.join(' and ')} people, which cannot be compared`);
      lines.push({
        question: what,
        people: rows[0],
        [`ms at ${few}`]: a.toFixed(2),
        [`ms at ${many}`]: b.toFixed(2),
        ratio: (b / a).toFixed(2),
        met: b / a <= 1.5,
      });
    }
    await Promise.all([small.close(), large.close()]);
    return lines;
  } finally {
    await postgres.stop();
  }
}
