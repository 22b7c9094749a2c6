import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { searchText } from '../contract/search-text.ts';
import type { OpenDatabase } from '../db/open.ts';
import { rowsOf } from '../db/rows-of.ts';
import { users } from '../db/tables/people.ts';
import { cues } from '../db/tables/training.ts';
import { createTestApp, type TestApp, type TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';

const FOLDING = readFileSync(new URL('../db/migrations/0015_searched_letters.sql', import.meta.url), 'utf8');

describeOnBothDatabases('a search for letters that Unicode does not decompose', (open) => {
  let database: OpenDatabase;
  let test: TestApp;
  let anna: TestPerson;
  let ben: TestPerson;
  beforeAll(async () => {
    database = await open();
    test = await createTestApp(database);
    ben = await test.signIn('ben@example.org', { beta: true });
    anna = await test.signIn('anna@example.org', { beta: true });
    await anna.call('PATCH', '/api/users/profile', { firstName: 'Łucja', lastName: 'Weiß-Sørensen', profileVisibility: 'public' });
    await anna.call('POST', '/api/dogs', { name: 'Ærø İsparta', breed: 'Collie', birthdate: '2020-01-01' });
    await anna.call('POST', '/api/cues', { name: 'Straße', description: 'Đorđe', visibility: 'public' });
  });
  afterAll(() => test.close());

  const found = async (path: string, text: string) =>
    (await ben.call<{ id: string }[]>('GET', `${path}${encodeURIComponent(text)}`)).body.length;
  const people = (text: string) => found('/api/users/search?query=', text);

  it('finds names and cues typed with these letters and without', async () => {
    for (const text of ['lucja', 'Łucja', 'ŁUCJA', 'weiss', 'weiß', 'WEISS', 'sorensen', 'sØr', 'aero', 'isparta', 'ISPARTA', 'ısparta']) {
      expect([text, await people(text)]).toEqual([text, 1]);
    }
    for (const text of ['strasse', 'STRAẞE', 'straße', 'dorde'])
      expect([text, await found('/api/cues/public?search=', text)]).toEqual([text, 1]);
    expect(await found('/api/community/browse?search=', 'weiss lucja')).toBe(1);
  });

  it('finds texts that were stored before letters were folded', async () => {
    const { db } = database;
    const read = async () => [
      await db.select({ sort: users.sortName, name: users.nameWords, all: users.searchWords }).from(users).where(eq(users.id, anna.userId)),
      await db.select({ words: cues.searchWords }).from(cues).where(eq(cues.ownerId, anna.userId)),
    ];
    const folded = await read();
    await db
      .update(users)
      .set({
        sortName: 'łucja weiß-sørensen',
        nameWords: ['łucja', 'weiß', 'sørensen'],
        searchWords: ['łucja', 'weiß', 'sørensen', 'ærø', 'isparta'],
      })
      .where(eq(users.id, anna.userId));
    await db
      .update(cues)
      .set({ searchWords: ['straße', 'đorđe'] })
      .where(eq(cues.ownerId, anna.userId));
    expect(await people('weiss')).toBe(0);

    for (const statement of FOLDING.split('--> statement-breakpoint')) await rowsOf(db, sql.raw(statement));
    expect(await read()).toEqual(folded);
    expect(await people('weiss')).toBe(1);
  });

  it('folds the same letters in the migration as in the contract', async () => {
    const { db } = database;
    const before = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    const letters = Array.from({ length: 0x3000 - 0x80 }, (_, place) => before(String.fromCodePoint(0x80 + place))).filter((one) =>
      /^\p{L}+$/u.test(one),
    );
    await rowsOf(db, sql.raw(FOLDING.split('--> statement-breakpoint')[0] ?? ''));
    const rows = await rowsOf<{ letter: string; folded: string }>(
      db,
      sql`select letter, fold_letters(letter) as folded from json_array_elements_text(${JSON.stringify(letters)}::json) as letter`,
    );
    expect(rows).toEqual(letters.map((letter) => ({ letter, folded: searchText(letter) })));
    await rowsOf(db, sql.raw('drop function fold_letters'));
  });
});
