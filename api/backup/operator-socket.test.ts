import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { keepLogLines } from '../testing/log-lines.ts';
import { copyMigratedPglite } from '../testing/migrated-pglite.ts';
import { startProcess } from '../testing/start-process.ts';
import { askServerToBackUp, listenToOperator } from './operator-socket.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'longline-operator-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

const CANNOT = 'npm run backup cannot ask this server';
/** A folder in which the path of a socket is longer than the system allows. */
const makeLongFolder = () => {
  const folder = join(parent, 'long-'.repeat(20));
  mkdirSync(folder);
  return folder;
};

test('answers the command', async () => {
  const stop = await listenToOperator(parent, (dir) => Promise.resolve(`Backed up into ${dir}.`), keepLogLines().log);
  expect(await askServerToBackUp(parent, '/backups')).toBe('Backed up into /backups.');
  stop();
  expect(await askServerToBackUp(parent, '/backups')).toBeNull();
});

test.each([
  ['its path is too long', makeLongFolder],
  // As where the file system has no sockets.
  ['the system refuses it', () => join(parent, 'missing')],
])('continues without a socket, and says so once, if %s', async (_why, makeFolder) => {
  const folder = makeFolder();
  const { log, lines } = keepLogLines();
  const stop = await listenToOperator(folder, () => Promise.reject(new Error('not asked')), log);
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([CANNOT]);
  expect(await askServerToBackUp(folder, '/backups')).toBeNull();
  stop();
});

test('a server starts in a folder whose path is too long for a socket, and makes none elsewhere', async () => {
  const folder = makeLongFolder();
  await copyMigratedPglite(folder);
  const server = startProcess({ DATA_DIR: folder, PORT: String(await freePort()) });
  try {
    await server.prints('Longline is ready at');
    expect(server.output.stderr).toContain(CANNOT);
    expect(readdirSync(parent)).toHaveLength(1);
    expect((await server.ends('SIGTERM')).code).toBe(0);
  } finally {
    if (server.child.exitCode === null) await server.ends('SIGKILL');
  }
});
