import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isBehind, migrationTimes } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { freePort } from '../testing/free-port.ts';
import { copyMigratedPglite } from '../testing/migrated-pglite.ts';
import { type ServerProcess, startProcess } from '../testing/start-process.ts';
import { readBackupNotes } from './backup-notes.ts';
import { listBackups } from './backups-in.ts';
import { fileOfTable, readManifest } from './manifest.ts';

let scratch: string;
let dataDir: string;
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'longline-commands-'));
  dataDir = join(scratch, 'data');
  mkdirSync(dataDir);
  await copyMigratedPglite(dataDir);
});
afterAll(() => rmSync(scratch, { recursive: true }));

async function ran(command: 'backup' | 'verify' | 'restore', variables: Record<string, string>, ...words: string[]) {
  const { output, ends } = startProcess(variables, `backup/${command}.js`, words);
  const { code } = await ends();
  return { code, ...output };
}
const started = async (variables: Record<string, string>): Promise<ServerProcess> => {
  const server = startProcess({ PORT: String(await freePort()), ...variables });
  await server.prints('Longline is ready at');
  return server;
};

test('backs up a running server with the embedded database, verifies, and restores once', async () => {
  const [target, place] = [join(scratch, 'backups'), join(scratch, 'restored')];
  const server = await started({ DATA_DIR: dataDir });
  const backup = await ran('backup', { DATA_DIR: dataDir }, target);
  await server.ends('SIGTERM');
  expect(backup).toEqual({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Backed up \d+ rows and 0 files \(0 bytes\), 0 files \(0 bytes\) of them new, into .+\.\n$/),
  });
  // The server has stopped, so the command opens the database itself.
  expect(await ran('backup', { DATA_DIR: dataDir }, target)).toMatchObject({ code: 0, stderr: '' });
  expect(await listBackups(target)).toHaveLength(2);

  expect(await ran('verify', { DATA_DIR: place }, target)).toEqual({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^The backup .+ is whole: \d+ rows and 0 files \(0 bytes\)\.\n$/),
  });
  expect(await ran('restore', { DATA_DIR: place }, target)).toEqual({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Restored \d+ rows and 0 files \(0 bytes\) of .+Z\. Every device will read everything again/),
  });
  const restored = await started({ DATA_DIR: place });
  await restored.ends('SIGTERM');
  expect(await ran('restore', { DATA_DIR: place }, target)).toEqual({
    code: 2,
    stdout: '',
    stderr: `The database in ${place} is not empty. Restore into a new one. Nothing was changed.\n`,
  });

  const users = join(target, (await listBackups(target)).at(-1)!, fileOfTable('users'));
  writeFileSync(users, 'bitten');
  expect(await ran('verify', { DATA_DIR: place }, target)).toEqual({ code: 1, stdout: '', stderr: `${users} is missing or damaged.\n` });
  expect(await ran('restore', { DATA_DIR: join(scratch, 'third') }, target)).toEqual({
    code: 1,
    stdout: '',
    stderr: `${users} is missing or damaged. Nothing was restored.\n`,
  });
});

test('a folder that is missing or has no backup exits with 2 and one line', async () => {
  const variables = { DATA_DIR: join(scratch, 'unused') };
  for (const command of ['backup', 'verify', 'restore'] as const) {
    expect(await ran(command, variables)).toEqual({
      code: 2,
      stdout: '',
      stderr: `${command} takes one folder: npm run ${command} -- DIR\n`,
    });
  }
  expect(await ran('verify', variables, scratch)).toEqual({ code: 2, stdout: '', stderr: `${scratch} has no backup.\n` });
});

test('with BACKUP_DIR, the server backs up by itself and restores the backup as a test', async () => {
  const target = join(scratch, 'nightly');
  const server = await started({ DATA_DIR: dataDir, BACKUP_DIR: target, LOG_LEVEL: 'info' });
  await server.prints('Backed up', 'stderr');
  await server.ends('SIGTERM');
  expect(await listBackups(target)).toHaveLength(1);
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir });
  const notes = await readBackupNotes(db);
  await close();
  expect(notes).toEqual({ backedUpAt: expect.any(Date), lost: 0, failedAt: null, failure: null });
});

test('a stop during a drill leaves no database, and the next start removes one that a killed server left', async () => {
  const place = join(scratch, 'drilling');
  await copyMigratedPglite(place);
  const killed = join(place, 'scratch', 'drill-killed');
  mkdirSync(join(killed, 'database'), { recursive: true });
  const server = await started({ DATA_DIR: place, BACKUP_DIR: join(scratch, 'drilled') });
  expect(existsSync(killed)).toBe(false);
  await expect.poll(() => readdirSync(join(place, 'scratch')), { interval: 10, timeout: 60_000 }).toHaveLength(1);
  await server.ends('SIGTERM');
  expect(readdirSync(join(place, 'scratch'))).toEqual([]);
});

test('with BACKUP_DIR, an upgrade begins with a backup, and does not happen without one', async () => {
  const [old, target, file] = [join(scratch, 'old'), join(scratch, 'before'), join(scratch, 'a-file')];
  const before = migrationTimes().at(-2)!;
  const database = await openDatabase({ databaseUrl: null, dataDir: old });
  await database.migrate(before);
  await database.close();
  writeFileSync(file, '');

  // The command does not migrate, so it reads older tables.
  const byHand = join(scratch, 'by-hand');
  expect(await ran('backup', { DATA_DIR: old }, byHand)).toMatchObject({ code: 0, stderr: '' });
  expect((await readManifest(join(byHand, (await listBackups(byHand))[0]!))).migration).toBe(before);

  const refused = startProcess({ DATA_DIR: old, BACKUP_DIR: file });
  expect((await refused.ends()).code).toBe(1);
  expect(refused.output.stderr).toMatch(/^BACKUP_DIR: the backup before the upgrade failed: .+ Nothing was upgraded\.\n$/);
  const unchanged = await openDatabase({ databaseUrl: null, dataDir: old });
  expect(await isBehind(unchanged.db)).toBe(true);
  await unchanged.close();

  const server = await started({ DATA_DIR: old, BACKUP_DIR: target });
  expect(server.output.stdout).toMatch(/^Before the upgrade: Backed up \d+ rows/);
  await server.ends('SIGTERM');
  const first = join(target, (await listBackups(target))[0]!);
  expect((await readManifest(first)).migration).toBe(before);
  expect(await ran('verify', { DATA_DIR: old }, first)).toMatchObject({ code: 0 });
  expect(readdirSync(target)).toContain('media');
});
