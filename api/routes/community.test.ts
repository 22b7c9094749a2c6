import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../contract/entities/user.ts';
import type { Database } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';
import { type Counted, countQueries } from '../testing/count-queries.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnPostgres } from '../testing/describe-on-both-databases.ts';
import { fillCommunity, QUESTIONS } from '../testing/measure-community.ts';

const PEOPLE = 20_000;
/** A page is ten people. The rows skipped for it depend on the filters, not on the number of people. */
const ROWS_MAX = 3_000;

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** Every row that a plan read, including discarded ones. */
const rowsReadBy = (plan: Plan): number => {
  const own = /Scan/.test(plan['Node Type'])
    ? plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
    : 0;
  return own * plan['Actual Loops'] + (plan.Plans ?? []).reduce((sum, part) => sum + rowsReadBy(part), 0);
};
const hasScanOfATable = (plan: Plan): boolean => plan['Node Type'] === 'Seq Scan' || (plan.Plans ?? []).some(hasScanOfATable);

describeOnPostgres(`a community of ${PEOPLE} people`, (open) => {
  let test: TestApp;
  let db: Database;
  let anna: TestPerson;
  let counted: Counted;
  beforeAll(async () => {
    const database = await open();
    ({ db } = database);
    await fillCommunity(db, PEOPLE);
    counted = countQueries(db);
    test = await createTestApp(database);
    anna = await test.signIn('anna@example.org', { beta: true });
  });
  afterAll(() => test.close());

  /** The plans of a connection that prepared the statement earlier: generic, and for these values. */
  async function plansOf({ sql: text, params }: Counted['queries'][number]): Promise<Plan[]> {
    return db.transaction(async (tx) => {
      const types = params.map((value) => (typeof value === 'number' ? 'bigint' : 'text'));
      await tx.execute(sql.raw(`prepare asked${types.length > 0 ? `(${types.join(', ')})` : ''} as ${text}`));
      const values = params.map((value) => (typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`));
      const plans: Plan[] = [];
      for (const mode of ['force_generic_plan', 'force_custom_plan']) {
        await tx.execute(sql.raw(`set local plan_cache_mode = ${mode}`));
        const [row] = await rowsOf<{ 'QUERY PLAN': [{ Plan: Plan }] | string }>(
          tx,
          sql.raw(`explain (analyze, format json, timing off) execute asked(${values.join(', ')})`),
        );
        const found = row!['QUERY PLAN'];
        plans.push((typeof found === 'string' ? (JSON.parse(found) as [{ Plan: Plan }]) : found)[0].Plan);
      }
      await tx.execute(sql.raw('deallocate asked'));
      return plans;
    });
  }

  it.each(QUESTIONS)('answers %s from a range of an index', async (_what, path) => {
    counted.restart();
    const { status, body } = await anna.call<Person[]>('GET', path);
    expect(status).toBe(200);
    const query = counted.queries.find(({ sql: text }) => text.includes('"name_words"'))!;
    for (const plan of await plansOf(query)) {
      expect(hasScanOfATable(plan), JSON.stringify(plan)).toBe(false);
      expect(rowsReadBy(plan), JSON.stringify(plan)).toBeLessThanOrEqual(ROWS_MAX);
    }
    if (path.includes('zzzz')) expect(body).toEqual([]);
    else expect(body.length).toBeGreaterThan(0);
  });

  it('lists each person once, in a stable order, with any page size', async () => {
    const walk = async (path: string, limit: number) => {
      const ids: string[] = [];
      for (let next: string | null = `${path}&limit=${limit}`; next !== null; ) {
        const { status, body, headers }: Awaited<ReturnType<typeof anna.call<Person[]>>> = await anna.call<Person[]>('GET', next);
        // Searches are limited per minute.
        test.clock.forward(1);
        expect(status, JSON.stringify(body)).toBe(200);
        ids.push(...body.map(({ id }) => id));
        next = headers.get('link')?.match(/<([^>]+)>/)?.[1] ?? null;
      }
      return ids;
    };
    for (const [path, wanted] of [
      [
        '/api/community/browse?county=Kent&search=ka',
        sql`location = 'Kent' and exists (select 1 from unnest(tsvector_to_array(name_words)) w where w like 'ka%')`,
      ],
      ['/api/community/browse?county=Devon&sport=Herding', sql`location = 'Devon' and 'Herding' = any(sports)`],
      ['/api/community/browse?search=a+bak', sql`name_words @@ $$'a':* & 'bak':*$$::tsquery`],
      ['/api/community/browse?sport=Agility&search=b+a', sql`'Agility' = any(sports) and name_words @@ $$'a':* & 'b':*$$::tsquery`],
      ['/api/community/browse?search=z+quinn', sql`name_words @@ $$'z':* & 'quinn':*$$::tsquery`],
      ['/api/community/browse?search=zoe+qui', sql`name_words @@ $$'zoe':* & 'qui':*$$::tsquery`],
      [
        '/api/community/browse?county=Kent&sport=Canicross&search=kate',
        sql`location = 'Kent' and 'Canicross' = any(sports) and name_words @@ $$'kate':*$$::tsquery`,
      ],
      ['/api/users/search?query=ashworth', sql`search_words @@ $$'ashworth':*$$::tsquery`],
      ['/api/users/search?query=f+fen+zo', sql`search_words @@ $$'fen':* & 'zo':*$$::tsquery`],
    ] as const) {
      const all = await rowsOf<{ id: string }>(db, sql`select id from users where profile_visibility = 'public' and ${wanted}`);
      const [whole, cut] = [await walk(path, 1_000), await walk(path, 7)];
      expect(whole.length, path).toBeGreaterThan(10);
      expect(new Set(whole), path).toEqual(new Set(all.map(({ id }) => id)));
      expect(cut, path).toEqual(whole);
    }
  });

  it('finds a person with too many words for a row’s traits, and lists them once', async () => {
    const kennel = await test.signIn('kennel@example.org', { beta: true });
    await kennel.call('PATCH', '/api/users/profile', {
      firstName: 'Xylla',
      lastName: 'Xyrn',
      profileVisibility: 'public',
      sports: ['Herding'],
    });
    for (let dog = 0; dog < 12; dog += 1) {
      const name = `Xya${String.fromCharCode(97 + dog).repeat(95)}`;
      expect((await kennel.call('POST', '/api/dogs', { name, breed: 'Collie', birthdate: '2020-01-01' })).status).toBe(201);
    }
    expect(
      await rowsOf(
        db,
        sql`select distinct list from listed_people where user_id = ${kennel.userId} and traits is null and list <> 'sport'`,
      ),
    ).toEqual([{ list: 'any' }]);
    const found = async (query: string) =>
      (await anna.call<Person[]>('GET', `/api/users/search?query=${query}`)).body.map(({ lastName }) => lastName);
    for (const query of ['xy', 'xy+xya', 'xyaa+xyab', 'xylla+xyall', 'xya+xylla']) expect(await found(query), query).toEqual(['Xyrn']);
    for (const query of ['xyaa+xyax', 'xylla+fen']) expect(await found(query), query).toEqual([]);
  });

  it('drops people at once when they make their profile private', async () => {
    const names = async () =>
      (await anna.call<Person[]>('GET', '/api/community/browse?search=quillfeather')).body.map(({ lastName }) => lastName);
    const change = (fields: object) => anna.call('PATCH', '/api/users/profile', fields);
    await change({ firstName: 'Anna', lastName: 'Quillfeather', profileVisibility: 'public' });
    expect(await names()).toEqual(['Quillfeather']);
    await change({ profileVisibility: 'private' });
    expect(await names()).toEqual([]);
    expect(await rowsOf(db, sql`select 1 from listed_people where user_id = ${anna.userId}`)).toEqual([]);
  });

  describe('with many removed people', () => {
    beforeAll(async () => {
      const store = (count: number, owner: string, ago: string) => sql`
        insert into cues (id, owner_id, name, sport, difficulty, description, steps, visibility, search_words, created_at, updated_at)
        select gen_random_uuid(), ${owner}::uuid, 'Heel', 'Agility', 'beginner', '', '{}', 'public', array_to_tsvector(array['heel']),
          now() - ${ago}::interval, now() from generate_series(1, ${sql.raw(String(count))})`;
      const flooder = await test.signIn('flooder@example.org', { beta: true });
      await db.execute(store(20, anna.userId, '1 day'));
      await db.execute(store(5_000, flooder.userId, '1 hour'));
      const first = (county: SQL) => sql`(
        select id from users where profile_visibility = 'public' and ${county} order by sort_name limit 150)`;
      await db.execute(sql`
        update users set removed_at = now()
        where id = ${flooder.userId} or id in (${first(sql`true`)} union all ${first(sql`location = 'Kent'`)})`);
      // On a server, autovacuum does this. Until then, an index on words keeps dead entries.
      await db.execute(sql`vacuum analyze users, cues`);
    });

    it.each(['community/browse', 'community/browse?county=Kent', 'cues/public', 'cues/public?search=heel'])(
      'reads none of them for %s',
      async (path) => {
        counted.restart();
        const { body } = await anna.call<unknown[]>('GET', `/api/${path}${path.includes('?') ? '&' : '?'}limit=10`);
        expect(body).toHaveLength(10);
        const query = counted.queries.find(({ sql: text }) => /from "(users|cues)"/.test(text) && text.includes('order by'))!;
        for (const plan of await plansOf(query)) expect(rowsReadBy(plan), JSON.stringify(plan)).toBeLessThan(100);
      },
    );
  });
});
