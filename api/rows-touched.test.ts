import { readFileSync, writeFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { describedCalls } from './testing/described-calls.ts';
import { openWatchedDatabase, type WatchedDatabase } from './testing/watch-rows.ts';

const DOCUMENT = new URL('../docs/rows-touched.md', import.meta.url);
/** Every call of a signed-in person reads these first. */
const OF_SIGN_IN = new Set(['own: sign_ins', 'own: users', 'shared: beta_access']);
/** The event stream reads nothing by itself. */
const NOT_CALLED = ['sync.events'];
const TABLE = '|---|---|---|---|---|';
const STRANGERS = 300;
const ROWS_EACH = 10;
const WHOSE = ['own', 'others', 'everyone', 'shared'] as const;
type Whose = (typeof WHOSE)[number];

describe('the rows that each call touches', () => {
  let watched: WatchedDatabase;
  const found = new Map<string, Set<string>>();
  /** Ids of the people who call each other's rows. */
  const named: string[] = [];
  // Before the hooks of the calls, so that the app is closed first.
  afterAll(() => watched?.close());
  const { app, operationIds } = describedCalls(
    async () => {
      watched = await openWatchedDatabase();
      return watched.database;
    },
    {
      async prepare(app) {
        // People whom no call names: only a look at everyone finds their rows.
        const cara = await app.signIn('cara@example.org', { beta: true });
        await cara.call('PATCH', '/api/users/profile', { firstName: 'Cara', lastName: 'Nolan', profileVisibility: 'public' });
        await cara.call('POST', '/api/dogs', { name: 'Fen', breed: 'Collie', birthdate: '2021-02-28' });
        await cara.call('POST', '/api/cues', { name: 'Settle', visibility: 'friends' });
        await cara.call('POST', '/api/videos', { title: 'Tracking' });
        for (const table of ['users', 'dogs', 'cues', 'videos']) {
          const copied =
            table === 'users' ? sql`'id', gen_random_uuid(), 'email', null` : sql`'id', gen_random_uuid(), 'owner_id', people.id`;
          const each = table === 'users' ? sql`generate_series(1, ${STRANGERS})` : sql`users people, generate_series(1, ${ROWS_EACH})`;
          const from = sql.identifier(table);
          await app.services.db.execute(
            sql`insert into ${from} select (jsonb_populate_record(one, jsonb_build_object(${copied}))).* from ${from} one, ${each}`,
          );
          await watched.analyze(table);
        }
      },
      async watch(operationId, person, run) {
        if (person && !named.includes(person.userId)) named.push(person.userId);
        await watched.restart();
        const answer = run();
        // A refusal too.
        await answer.catch(() => undefined);
        await app().services.push.settled();
        const touched = found.get(operationId) ?? new Set<string>();
        const whose = (owner: string | null): Whose => {
          if (owner === null) return 'shared';
          if (person && owner.includes(person.userId)) return 'own';
          return named.some((id) => owner.includes(id)) ? 'others' : 'everyone';
        };
        for (const { table, owner } of await watched.touched()) touched.add(`${whose(owner)}: ${table}`);
        found.set(operationId, touched);
        return answer;
      },
    },
  );
  it('are those of docs/rows-touched.md', () => {
    expect(operationIds().filter((id) => !found.has(id))).toEqual(NOT_CALLED);
    const lines = operationIds()
      .filter((id) => found.has(id))
      .map((id) => {
        const touched = [...(found.get(id) ?? [])].filter((one) => !OF_SIGN_IN.has(one)).toSorted((a, b) => a.localeCompare(b));
        const cells = WHOSE.map((whose) => touched.filter((one) => one.startsWith(`${whose}: `)).map((one) => one.slice(whose.length + 2)));
        return `| ${[id, ...cells.map((tables) => tables.join(', '))].join(' | ')} |`;
      });
    const text = readFileSync(DOCUMENT, 'utf8');
    const before = text.slice(0, text.indexOf(TABLE) + TABLE.length);
    const now = `${before}\n${lines.join('\n')}\n`;
    if (process.env['UPDATE_ROWS']) writeFileSync(DOCUMENT, now);
    else expect(text, 'UPDATE_ROWS=1 npm run test:api api/rows-touched.test.ts writes the table').toBe(now);
  });
});
