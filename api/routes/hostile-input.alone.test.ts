import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BODY_MAX_BYTES, EMAIL_MAX } from '../contract/limits.ts';
import { rowsOf } from '../db/rows-of.ts';
import { createTestApp, type TestApp } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { cpuMs, measureSlowness } from '../testing/machine-speed.ts';

/** Cost limit of a refusal: milliseconds of CPU time on a machine of the usual speed. */
const MOST_MS = 50;
const TRIES = 5;

const padded = (start: string, filling: string, end: string) =>
  start + filling.repeat(Math.floor((BODY_MAX_BYTES - start.length - end.length) / filling.length)) + end;
const strange = (count: number) => Array.from({ length: count }, (_, n) => `"f${n}":1`).join();

const BODIES: [what: string, path: string, body: string, statuses: number[]][] = [
  ['lists nested as deep as the body limit allows', '/api/videos', padded('', '[', ''), [400]],
  ['objects nested as deep as the body limit allows', '/api/videos', padded('', '{"a":', ''), [400]],
  ['deep nesting after a valid title', '/api/videos', `{"title":"x","more":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, [400]],
  ['deep nesting in place of a cue’s steps', '/api/cues', `{"name":"x","steps":${'['.repeat(60)}${']'.repeat(60)}}`, [400]],
  ['quotes and backslashes only', '/api/videos', padded('"', '\\"', ''), [400]],
  ['a title as long as the body limit allows', '/api/videos', padded('{"title":"', 'x', '"}'), [400]],
  ['a blank title as long as the body limit allows', '/api/videos', padded('{"title":"', ' ', '"}'), [400]],
  ['as many surrogates as the body limit allows', '/api/videos', padded('{"title":"', '\\ud800', '"}'), [400]],
  ['as many steps as the body limit allows', '/api/cues', padded('{"name":"x","steps":["x"', ',"x"', ']}'), [413]],
  ['as many steps as the parser accepts', '/api/cues', `{"name":"x","steps":["x"${',"x"'.repeat(50_000)}]}`, [400]],
  ['as many unknown fields as the body limit allows', '/api/videos', `{"title":"",${strange(60_000)}}`, [413]],
  ['as many unknown fields as the parser accepts', '/api/videos', `{"title":"",${strange(9_999)}}`, [400]],
  ['__proto__ many times', '/api/videos', padded('{"title":""', ',"__proto__":{}', '}'), [413]],
  ['__proto__ a few thousand times', '/api/videos', `{"title":""${',"__proto__":{}'.repeat(9_999)}}`, [400]],
  ['a number of half a million digits', '/api/programs', `{"name":1${'0'.repeat(500_000)}}`, [400]],
  ['more than the body limit', '/api/videos', `{"title":"${'x'.repeat(4 * BODY_MAX_BYTES)}"}`, [413]],
];

const EMAILS: [what: string, email: string][] = [
  ['at signs only', '@'.repeat(EMAIL_MAX + 1)],
  ['almost a megabyte of at signs', '@'.repeat(900_000)],
  ['many parts', 'a@'.repeat(400_000)],
  ['dots', `a@${'a.'.repeat(400_000)}`],
  ['an almost valid address', `${'a'.repeat(400_000)}@${'b'.repeat(400_000)}!`],
  ['spaces at both ends', `${' '.repeat(400_000)}@ x${' '.repeat(400_000)} @`],
  ['NUL', 'anna\0@example.org'],
  ['a lone surrogate', 'anna\ud800@example.org'],
];

describeOnBothDatabases('hostile input', (open) => {
  const slowness = measureSlowness();
  let test: TestApp;
  let cookie: string;
  beforeAll(async () => {
    test = await createTestApp(await open());
    const anna = await test.signIn('anna@example.org', { beta: true });
    cookie = [...anna.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  });
  afterAll(() => test.close());

  const kept = () =>
    rowsOf<object>(
      test.services.db,
      sql`select (select count(*) from videos) as videos, (select count(*) from cues) as cues, (select count(*) from programs) as programs,
            (select count(*) from waitlist) as waitlist, (select count(*) from sign_in_attempts) as attempts, (select count(*) from users) as users,
            (select count(*) from idempotency_keys) as keys, (select count(*) from feed_entries) as entries`,
    );

  /** The minimum of a few tries: the cost without a random garbage collection. */
  async function costOf(send: () => Response | Promise<Response>) {
    let least = Infinity;
    const statuses = new Set<number>();
    for (let count = 0; count < TRIES; count += 1) {
      const before = process.cpuUsage();
      const answer = await send();
      await answer.arrayBuffer();
      least = Math.min(least, cpuMs(before) / slowness);
      statuses.add(answer.status);
    }
    return { least, statuses: [...statuses] };
  }

  it.each(BODIES)('costs almost nothing and changes nothing: %s', async (_what, path, body, expected) => {
    const before = await kept();
    const bytes = new TextEncoder().encode(body);
    const { least, statuses } = await costOf(() =>
      test.app.request(path, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', 'idempotency-key': 'ab0e1c0d-6c1c-4c4f-8a52-0d9c9e0f7a11' },
        body: bytes,
      }),
    );
    expect(statuses).toEqual(expected);
    expect(least).toBeLessThan(MOST_MS);
    expect(await kept()).toEqual(before);
  });

  it.each(EMAILS)('costs almost nothing and changes nothing as an email: %s', async (_what, email) => {
    const before = await kept();
    const forms = [
      ['/api/waitlist', 'application/json', JSON.stringify({ email })],
      // A form is UTF-8 and cannot contain a lone surrogate.
      ...(/\p{Surrogate}/u.test(email)
        ? []
        : [['/api/login', 'application/x-www-form-urlencoded', new URLSearchParams({ email }).toString()]]),
    ] as const;
    for (const [path = '', type = '', body] of forms) {
      const { least, statuses } = await costOf(() =>
        test.browser().send(path, { method: 'POST', headers: { 'content-type': type }, body: body! }),
      );
      expect(
        statuses.filter((status) => status !== 400 && status !== 413),
        path,
      ).toEqual([]);
      expect(least, path).toBeLessThan(MOST_MS);
    }
    expect(await kept()).toEqual(before);
    expect(test.sent.map((sent) => sent.email)).toEqual(['anna@example.org']);
  });

  it('costs almost nothing as a search', async () => {
    const get = (path: string) => costOf(() => test.app.request(path, { headers: { cookie } }));
    for (const text of ['a '.repeat(50), '%'.repeat(100), '('.repeat(100), '\\'.repeat(100), `${'a'.repeat(99)}!`]) {
      for (const path of ['/api/users/search?query=', '/api/community/browse?search=', '/api/cues/public?search=']) {
        const { least, statuses } = await get(path + encodeURIComponent(text));
        expect(statuses).toEqual([200]);
        expect(least).toBeLessThan(MOST_MS);
      }
    }
    const long = await get(`/api/users/search?query=${'a'.repeat(8_000)}`);
    expect(long.statuses).toEqual([400]);
    expect(long.least).toBeLessThan(MOST_MS);
  });
});
