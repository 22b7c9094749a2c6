import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataDirInUse, lockDataDir } from './data-dir-lock.ts';

let dataDir: string;
let lock: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'longline-lock-'));
  lock = join(dataDir, 'longline.lock');
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const holder = () => JSON.parse(readFileSync(lock, 'utf8')) as { pid: number; startedAt: string; world: string };
const leaveBehind = (changes: object) => {
  lockDataDir(dataDir)();
  const unlock = lockDataDir(dataDir);
  const own = holder();
  unlock();
  writeFileSync(lock, JSON.stringify({ ...own, ...changes }));
};

test('refuses a folder in use, in one line that names the process', () => {
  const unlock = lockDataDir(dataDir);
  expect(() => lockDataDir(dataDir)).toThrow(
    new DataDirInUse(
      `${dataDir} is in use by another Longline (process ${process.pid}). Stop that one, or set DATA_DIR to another folder.`,
    ),
  );
  unlock();
});

test('leaves no files behind', () => {
  lockDataDir(dataDir)();
  expect(readdirSync(dataDir)).toEqual([]);
});

test('takes over from a dead process', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  const { pid } = child;
  await once(child, 'exit');
  leaveBehind({ pid });
  const unlock = lockDataDir(dataDir);
  expect(holder().pid).toBe(process.pid);
  unlock();
});

test.runIf(process.platform === 'linux')('takes over if the process id has been reused', () => {
  leaveBehind({ pid: process.ppid, startedAt: '1' });
  lockDataDir(dataDir)();
  expect(existsSync(lock)).toBe(false);
});

test('takes over an unreadable lock', () => {
  writeFileSync(lock, '{"pid": ');
  lockDataDir(dataDir)();
  expect(existsSync(lock)).toBe(false);
});

test('respects a lock from another container while it is fresh', () => {
  leaveBehind({ pid: 1, world: 'another machine' });
  expect(() => lockDataDir(dataDir)).toThrow(DataDirInUse);
  const silent = new Date(Date.now() - 11_000);
  utimesSync(lock, silent, silent);
  lockDataDir(dataDir)();
  expect(existsSync(lock)).toBe(false);
});

test('never removes the lock of a process that took over', () => {
  const unlock = lockDataDir(dataDir);
  writeFileSync(lock, 'another one');
  unlock();
  expect(readFileSync(lock, 'utf8')).toBe('another one');
});
