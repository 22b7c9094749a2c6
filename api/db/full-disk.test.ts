import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp } from '../testing/create-test-app.ts';
import { copyMigratedPglite } from '../testing/migrated-pglite.ts';
import { openDatabase, openPglite } from './open.ts';
import { PrivateNodeFs } from './private-node-fs.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'longline-full-'));
  await copyMigratedPglite(dataDir);
});
afterEach(() => rm(dataDir, { recursive: true }));

const inWords = {
  code: 'storage_full',
  message: 'The server is full. Your changes are kept on your devices and sync when there is space.',
};

async function openOn(disk: { free: number }) {
  const database = await openPglite({ fs: new PrivateNodeFs(join(dataDir, 'database')) }, () => disk.free);
  database.keepReserve();
  const test = await createTestApp(database);
  const close = async () => {
    await test.close();
    await database.close();
  };
  return { ...test, close };
}

const batchOf = (key: string, title: string) => ({
  version: 1,
  operations: [{ key, call: 'videos.create', params: {}, payload: { title } }],
});

test('an embedded database whose disk is almost full answers 507, serves what is stored, and recovers by itself', async () => {
  const disk = { free: Number.MAX_SAFE_INTEGER };
  const first = await openOn(disk);
  const anna = await first.signIn('anna@example.org', { beta: true });
  expect(await anna.call('POST', '/api/videos', { title: 'Before' })).toMatchObject({ status: 201 });
  const titles = async () => (await anna.call<{ title: string }[]>('GET', '/api/videos')).body.map(({ title }) => title);

  disk.free = 1_000_000;
  expect(await anna.call('POST', '/api/videos', { title: 'While full' })).toMatchObject({ status: 507, body: inWords });
  expect((await anna.call<object>('POST', '/api/batch', batchOf(crypto.randomUUID(), 'While full'))).body).toMatchObject({
    answers: [{ status: 507, body: inWords }],
  });
  expect(await anna.call('GET', '/api/ready')).toMatchObject({ status: 507, body: inWords });
  expect(await anna.call('GET', '/api/health')).toMatchObject({ status: 200 });
  // Also on the first call of a day, which notes that the sign-in is used.
  first.clock.forward(2 * 86_400);
  expect(await titles()).toEqual(['Before']);
  expect(await anna.call('POST', '/api/sync', { version: 1, cursors: {} })).toMatchObject({ status: 200 });

  disk.free = Number.MAX_SAFE_INTEGER;
  expect(await anna.call('GET', '/api/ready')).toMatchObject({ status: 200 });
  expect(await anna.call('POST', '/api/videos', { title: 'After' })).toMatchObject({ status: 201 });
  expect(await titles()).toEqual(['After', 'Before']);
  expect(first.errors).toEqual([]);
  await first.close();

  const again = await openOn(disk);
  const back = await again.signIn('anna@example.org');
  const { body } = await back.call<{ title: string }[]>('GET', '/api/videos');
  expect(body.map(({ title }) => title)).toEqual(['After', 'Before']);
  await again.close();
});

/** Writes until nothing fits, on a disk on which the log cannot have another file. Prints a line for each commit. */
const WRITES = (open: string) => `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { openDatabase } = await import(${JSON.stringify(open)});
  const { db } = await openDatabase({ databaseUrl: null, dataDir: process.argv[1] });
  const opened = new Map();
  const { openSync, writeSync } = fs;
  fs.openSync = (path, ...rest) => { const file = openSync(path, ...rest); opened.set(file, String(path)); return file; };
  fs.writeSync = (file, ...rest) => {
    if (/pg_wal.xlogtemp/.test(opened.get(file) ?? '')) throw Object.assign(new Error('full'), { code: process.argv[2] });
    return writeSync(file, ...rest);
  };
  syncBuiltinESMExports();
  await db.execute('create table notes (words text)');
  for (let rows = 1; ; rows += 1) {
    await db.execute("insert into notes select repeat('x', 1000) from generate_series(1, 1000)");
    console.log(rows);
  }`;

test.each([
  ['on the disk', 'ENOSPC'],
  ['within the quota of its user', 'EDQUOT'],
])(
  'an embedded database whose log finds no space %s ends the process with one line, and has every row afterwards',
  async (_where, code) => {
    const open = new URL('../../dist/api/db/open.js', import.meta.url).href;
    const child = spawn(process.execPath, ['--input-type=module', '-e', WRITES(open), dataDir, code], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [printed, said, [exit]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close') as Promise<[number]>]);
    expect([exit, said]).toEqual([
      1,
      `The disk of ${dataDir} is full, so the database cannot continue. Nothing is lost: free some space, then start again.\n`,
    ]);
    const written = printed.trim().split('\n').length;
    expect(written).toBeGreaterThan(1);

    const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
    const { rows } = (await db.execute(sql`select count(*)::int / 1000 as thousands from notes`)) as unknown as { rows: object[] };
    expect(rows).toEqual([{ thousands: written }]);
    await db.execute(sql`insert into notes values ('after')`);
    await close();
  },
);
