import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeOnBothDatabases, describeOnPostgres } from '../testing/describe-on-both-databases.ts';
import { freePort } from '../testing/free-port.ts';
import { openPostgres } from './open.ts';
import { users } from './tables/people.ts';

describeOnBothDatabases('an opened database', (open) => {
  test('has every table, and is migrated a second time without a change', async () => {
    const { db, migrate } = await open();
    const applied = () => db.execute(sql`select hash from drizzle.__drizzle_migrations`);
    const before = (await applied()) as { length?: number; rows?: unknown[] };
    await migrate();
    expect(await db.select().from(users)).toEqual([]);
    expect(JSON.stringify(rowsOf(await applied()))).toBe(JSON.stringify(rowsOf(before)));
    expect(rowsOf(before).length).toBeGreaterThan(0);
  });

  test('is a database of its own each time', async () => {
    const [one, other] = [await open(), await open()];
    await one.db.execute(sql`create table only_here (id int)`);
    await expect(other.db.execute(sql`select * from only_here`)).rejects.toThrow(/only_here/);
  });
});

const rowsOf = (result: unknown): unknown[] => (Array.isArray(result) ? result : (result as { rows: unknown[] }).rows);

describeOnPostgres('migrations', (open) => {
  test('several replicas that start at once migrate an empty database once', async () => {
    const { db, migrate } = await open();
    await db.execute(sql`drop schema public cascade`);
    await db.execute(sql`drop schema drizzle cascade`);
    await db.execute(sql`create schema public`);
    await Promise.all([migrate(), migrate(), migrate(), migrate()]);
    expect(await db.select().from(users)).toEqual([]);
  });
});

test('says in one line that nothing answers, without the password', async () => {
  const port = await freePort();
  await expect(openPostgres(`postgres://kate:hunter2@127.0.0.1:${port}/longline`)).rejects.toThrow(
    `DATABASE_URL: PostgreSQL at 127.0.0.1:${port}/longline cannot be used: nothing answers there.`,
  );
});
