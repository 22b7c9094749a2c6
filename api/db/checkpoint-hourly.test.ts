import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { migratedDump } from '../testing/migrated-pglite.ts';
import { openPglite } from './open.ts';

const HOUR_MS = 3_600_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

test('an embedded database forgets the log that it no longer needs every hour, but not on an almost full disk', async () => {
  const disk = { free: 1_000_000 };
  const { db, close } = await openPglite({ loadDataDir: await migratedDump() }, () => disk.free);
  const neededFrom = async () => {
    const { rows } = (await db.execute(sql`select redo_lsn::text as lsn from pg_control_checkpoint()`)) as unknown as {
      rows: { lsn: string }[];
    };
    return rows[0]!.lsn;
  };
  const before = await neededFrom();
  await db.execute(sql`create table notes as select repeat('x', 1000) as words from generate_series(1, 1000)`);
  vi.advanceTimersByTime(HOUR_MS);
  expect(await neededFrom()).toBe(before);
  disk.free = Number.MAX_SAFE_INTEGER;
  vi.advanceTimersByTime(HOUR_MS);
  expect(await neededFrom()).not.toBe(before);
  await close();
});
