import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { findInstallation } from './installation.ts';
import type { openDatabase as openBuilt, OpenDatabase } from './open.ts';
import { findServerRun } from './server-run.ts';

/** The built code, because the template is beside it. */
const { openDatabase } = (await import(new URL('../../dist/api/db/open.js', import.meta.url).href)) as { openDatabase: typeof openBuilt };

const parent = mkdtempSync(join(tmpdir(), 'longline-template-'));
const opened: OpenDatabase[] = [];
afterEach(async () => {
  await Promise.all(opened.map(({ close }) => close()));
  rmSync(parent, { recursive: true, force: true });
});

async function open(name: string): Promise<OpenDatabase> {
  const database = await openDatabase({ databaseUrl: null, dataDir: join(parent, name) });
  opened.push(database);
  return database;
}

const valueOf = async ({ db }: OpenDatabase, query: ReturnType<typeof sql>) =>
  ((await db.execute(query)) as unknown as { rows: { value: unknown }[] }).rows[0]?.value;

test('each first start has an installation and a run of its own, all tables, and no rows from the build', async () => {
  const [one, other] = [await open('one'), await open('other')];
  // The tables are there without a call of `migrate`: the build has migrated the template.
  const names = (
    (await one.db.execute(
      sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public'`,
    )) as unknown as { rows: { name: string }[] }
  ).rows.map(({ name }) => name);
  expect(names).toContain('public.installation');
  for (const name of names) expect([name, await valueOf(one, sql.raw(`select count(*)::int as value from ${name}`))]).toEqual([name, 0]);

  expect((await findInstallation(one.db)).id).not.toBe((await findInstallation(other.db)).id);
  const runs = await Promise.all(
    [one, other].map(async (database) => valueOf(database, sql`select ${await findServerRun(database.db)} as value`)),
  );
  expect(runs[0]).toMatch(/^[0-9a-f]{16}$/);
  expect(runs[0]).not.toBe(runs[1]);
});
