import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PGlite } from '@electric-sql/pglite';
import { PrivateNodeFs } from './db/private-node-fs.ts';
import { keepDataDirPrivate } from './private-data-dir.ts';
import { freePort } from './testing/free-port.ts';
import { type ServerProcess, startProcess } from './testing/start-process.ts';
import { copyMigratedPglite } from './testing/migrated-pglite.ts';

let parent: string;
let dataDir: string;
let running: ServerProcess[];
let umask: number;
beforeEach(() => {
  // Servers inherit the mask of this process, which other test files may have changed.
  umask = process.umask(0o022);
  parent = mkdtempSync(join(tmpdir(), 'longline-private-'));
  dataDir = join(parent, 'data');
  running = [];
});
afterEach(async () => {
  process.umask(umask);
  await Promise.all(running.filter(({ child }) => child.exitCode === null).map((server) => server.ends('SIGKILL')));
  rmSync(parent, { recursive: true, force: true });
});

async function start(variables: Record<string, string> = {}): Promise<ServerProcess> {
  const server = startProcess({ DATA_DIR: dataDir, PORT: String(await freePort()), ...variables });
  running.push(server);
  return server;
}

/** Everything in the folder that group or others may read or write, with its mode. */
function openToOthers(path = dataDir): string[] {
  const { mode } = lstatSync(path);
  const inside = lstatSync(path).isDirectory() ? readdirSync(path).flatMap((name) => openToOthers(join(path, name))) : [];
  return (mode & 0o077) === 0 ? inside : [`${(mode & 0o777).toString(8)} ${path}`, ...inside];
}

const makeWide = (path: string): void => {
  chmodSync(path, lstatSync(path).isDirectory() ? 0o777 : 0o666);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) makeWide(join(path, name));
};

async function fillWide(): Promise<void> {
  mkdirSync(join(dataDir, 'media/objects/ab'), { recursive: true });
  mkdirSync(join(dataDir, 'media/uploads'));
  // A file that is not an object: media of another database would prevent the start.
  writeFileSync(join(dataDir, 'media/a-film'), 'a film');
  writeFileSync(join(dataDir, 'session-secret'), 'x'.repeat(43));
  await copyMigratedPglite(dataDir);
  makeWide(dataDir);
}

describe.skipIf(process.platform === 'win32')('DATA_DIR is accessible only to its owner', () => {
  test('from the beginning of a first start', async () => {
    const server = await start();
    const seen = new Set<string>();
    const looking = setInterval(() => {
      try {
        for (const found of openToOthers()) seen.add(found);
      } catch {
        // The folder is just being created, or a file was deleted between listing and stat.
      }
    }, 20);
    await server.prints('Longline is ready at');
    clearInterval(looking);
    expect([...seen]).toEqual([]);
    expect(openToOthers()).toEqual([]);
    expect(readdirSync(join(dataDir, 'database')).length).toBeGreaterThan(10);
  });

  test('after a start on a folder that everyone could read', async () => {
    await fillWide();
    expect(openToOthers().length).toBeGreaterThan(500);
    const server = await start();
    await server.prints('Longline is ready at');
    expect(openToOthers()).toEqual([]);
  });

  test('after an operator command on such a folder', async () => {
    await fillWide();
    const { ends } = startProcess({ DATA_DIR: dataDir }, 'feeds/mark-restored.js');
    expect((await ends()).code).toBe(0);
    expect(openToOthers()).toEqual([]);
  });

  test('when the database grows and writes temporary files', async () => {
    keepDataDirPrivate(dataDir);
    const client = await PGlite.create({ fs: new PrivateNodeFs(join(dataDir, 'database')) });
    await client.exec(`create table t as select g, repeat('x', 500) as x from generate_series(1, 20000) g; checkpoint`);
    await client.exec(`set work_mem = '64kB'`);
    await client.query('select count(*) from (select * from t order by x, g desc limit 19000) sorted');
    expect(openToOthers()).toEqual([]);
    await client.close();
    expect(openToOthers()).toEqual([]);
  });

  test.skipIf(process.getuid?.() !== 0)('and the start stops with one line on another user’s folder', async () => {
    mkdirSync(dataDir);
    chownSync(dataDir, 65_534, 65_534);
    const server = await start();
    expect((await server.ends()).code).toBe(1);
    expect(server.output).toEqual({
      stdout: '',
      stderr: `DATA_DIR ${dataDir} belongs to another user (uid 65534; this is 0). Start Longline as that user, or set DATA_DIR to another folder.\n`,
    });
  });
});

/** Result of `keepDataDirPrivate` in a process of another user than root. */
function madePrivateBy(user: number): unknown {
  const program = `process.setgid(${user}); process.setuid(${user});
    const { keepDataDirPrivate } = await import(${JSON.stringify(new URL('../dist/api/private-data-dir.js', import.meta.url).href)});
    console.log(JSON.stringify(keepDataDirPrivate(${JSON.stringify(dataDir)})));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }));
}

describe.skipIf(process.getuid?.() !== 0)('a volume that root has mounted for a group', () => {
  test('is used unchanged, and this user’s files in it become private', () => {
    const nobody = 65_534;
    const own = join(dataDir, 'session-secret');
    mkdirSync(dataDir);
    writeFileSync(own, 'x'.repeat(43));
    chownSync(own, nobody, nobody);
    chownSync(dataDir, 0, nobody);
    chmodSync(own, 0o644);
    chmodSync(dataDir, 0o2775);
    chmodSync(parent, 0o755);
    expect(madePrivateBy(nobody)).toEqual({ changed: 1, failed: 1 });
    expect(openToOthers()).toEqual([`775 ${dataDir}`]);
  });
});

describe.skipIf(process.platform === 'win32')('the walk over media', () => {
  test('continues where an earlier one stopped, and skips folders that are done', async () => {
    await fillWide();
    const shelf = join(dataDir, 'media/objects/ab');
    writeFileSync(join(shelf, 'abcdef'), 'a film');
    chmodSync(join(shelf, 'abcdef'), 0o666);
    // State after the earlier walk: this shelf is done, the folders above it are not.
    chmodSync(shelf, 0o700);
    expect(keepDataDirPrivate(dataDir).failed).toBe(0);
    expect(openToOthers()).toEqual([`666 ${join(shelf, 'abcdef')}`]);
    expect(keepDataDirPrivate(dataDir)).toEqual({ changed: 0, failed: 0 });
  });
});
