import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { SettingsError } from '../env.ts';
import { describeOnBothDatabases, describeOnPostgres } from '../testing/describe-on-both-databases.ts';
import { freePort } from '../testing/free-port.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { openDatabase, openPostgres, type OpenDatabase } from './open.ts';
import { openWithRetry } from './open-with-retry.ts';
import { users } from './tables/people.ts';

describeOnBothDatabases('an opened database', (open) => {
  test('has every table, and a second migration changes nothing', async () => {
    const { db, migrate } = await open();
    const applied = () => db.execute(sql`select hash from drizzle.__drizzle_migrations`);
    const before = (await applied()) as { length?: number; rows?: unknown[] };
    await migrate();
    expect(await db.select().from(users)).toEqual([]);
    expect(JSON.stringify(rowsOf(await applied()))).toBe(JSON.stringify(rowsOf(before)));
    expect(rowsOf(before).length).toBeGreaterThan(0);
  });

  test('is separate from every other database', async () => {
    const [one, other] = [await open(), await open()];
    await one.db.execute(sql`create table only_here (id int)`);
    await expect(other.db.execute(sql`select * from only_here`)).rejects.toThrow(/only_here/);
  });
});

const rowsOf = (result: unknown): unknown[] => (Array.isArray(result) ? result : (result as { rows: unknown[] }).rows);

describeOnPostgres('migrations', (open) => {
  test('run once when several replicas start together on an empty database', async () => {
    const { db, migrate } = await open();
    await db.execute(sql`drop schema public cascade`);
    await db.execute(sql`drop schema drizzle cascade`);
    await db.execute(sql`create schema public`);
    await Promise.all([migrate(), migrate(), migrate(), migrate()]);
    expect(await db.select().from(users)).toEqual([]);
  });

  test('are retried a few times after a deadlock', async () => {
    const { db, migrate } = await open();
    await db.execute(sql`drop schema public cascade`);
    await db.execute(sql`drop schema drizzle cascade`);
    await db.execute(sql`create schema public`);
    await db.execute(sql`create schema probe`);
    // A sequence keeps its value when its transaction is rolled back.
    await db.execute(sql`create sequence probe.tries`);
    await db.execute(sql`create function probe.lose() returns event_trigger language plpgsql as $$
      begin
        if to_regclass('drizzle.__drizzle_migrations') is not null and nextval('probe.tries') <= 2 then
          raise exception 'deadlock detected' using errcode = '40P01';
        end if;
      end $$`);
    await db.execute(sql`create event trigger lose on ddl_command_start when tag in ('CREATE TABLE') execute function probe.lose()`);
    await migrate();
    expect(await db.select().from(users)).toEqual([]);
    // From here on, the event trigger fails more often than `migrate` tries.
    await db.execute(sql`alter sequence probe.tries minvalue -100 restart with -100`);
    await expect(migrate()).rejects.toMatchObject({ cause: { code: '40P01' } });
    expect(rowsOf(await db.execute(sql`select last_value::int as last from probe.tries`))).toEqual([{ last: -96 }]);
  });
});

describeOnPostgres('the connections of a server', (open) => {
  test('are as many as its setting says, even under more calls', async () => {
    const { url } = await open();
    const { db, close } = await openDatabase({ databaseUrl: url, databaseConnections: 3, dataDir: '' });
    const ask = async () => rowsOf(await db.execute(sql`select pg_backend_pid() as pid, pg_sleep(0.02)`)) as { pid: number }[];
    const answers = await Promise.all(Array.from({ length: 30 }, ask));
    expect(new Set(answers.map(([row]) => row!.pid)).size).toBe(3);
    await close();
  });
});

describeOnPostgres('a PostgreSQL without TLS', (open) => {
  const address = async (sslmode: string) => `${(await open()).url}?sslmode=${sslmode}`;

  test.each(['prefer', 'allow'])('is used without TLS under sslmode=%s, and its URL then disables TLS', async (sslmode) => {
    const database = await openPostgres(await address(sslmode));
    await database.migrate();
    expect(await database.db.select().from(users)).toEqual([]);
    expect(database.url).toMatch(/sslmode=disable/);
    await database.close();
  });

  test('is rejected under sslmode=require', async () => {
    const opened = openPostgres(await address('require'));
    await expect(opened).rejects.toBeInstanceOf(SettingsError);
    await expect(opened).rejects.toThrow('The server does not support SSL connections');
  });
});

const nothing = async () => {
  const port = await freePort();
  const url = `postgres://kate:hunter2@127.0.0.1:${port}/longline`;
  return { url, words: `DATABASE_URL: PostgreSQL at 127.0.0.1:${port}/longline cannot be used: nothing answers there.` };
};

test('reports in one line, without the password, that nothing answers, as an error worth retrying', async () => {
  const { url, words } = await nothing();
  const opened = openPostgres(url);
  await expect(opened).rejects.toThrow(words);
  await expect(opened).rejects.toBeInstanceOf(DatabaseUnavailable);
});

describe('waiting for the database', () => {
  test('reports the reason once, retries until the database answers, and migrates it', async () => {
    const { url, words } = await nothing();
    const said: string[] = [];
    let tries = 0;
    const migrated: string[] = [];
    const there = { migrate: async () => void migrated.push('now') } as OpenDatabase;
    const open = () => ((tries += 1) < 3 ? openPostgres(url) : Promise.resolve(there));
    expect(await openWithRetry(open, (line) => said.push(line), new AbortController().signal)).toBe(there);
    expect(said).toEqual([`${words} Waiting for it.`]);
    expect(tries).toBe(3);
    expect(migrated).toEqual(['now']);
  });

  test('stops at once on errors that waiting cannot fix, and when it is aborted', async () => {
    const wrong = () => Promise.reject(new SettingsError('DATABASE_URL is wrong'));
    await expect(openWithRetry(wrong, () => {}, new AbortController().signal)).rejects.toThrow('DATABASE_URL is wrong');
    const stopping = new AbortController();
    const { url } = await nothing();
    await expect(
      openWithRetry(
        () => openPostgres(url),
        () => stopping.abort(),
        stopping.signal,
      ),
    ).rejects.toThrow(/abort/);
  });
});
