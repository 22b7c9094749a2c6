import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DataDirInUse, lockDataDir } from './data-dir-lock.ts';
import { stateOf } from './process-state.ts';

let dataDir: string;
let lock: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'longline-lock-'));
  lock = join(dataDir, 'longline.lock');
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const holder = () => JSON.parse(readFileSync(lock, 'utf8')) as { pid: number; startedAt: string; world: string };
const leaveBehind = async (changes: object) => {
  const unlock = await lockDataDir(dataDir);
  const own = holder();
  unlock();
  writeFileSync(lock, JSON.stringify({ ...own, ...changes }));
};

test('refuses a folder in use, in one line that names the process', async () => {
  const unlock = await lockDataDir(dataDir);
  await expect(lockDataDir(dataDir)).rejects.toThrow(
    new DataDirInUse(
      `${dataDir} is in use by another Longline (process ${process.pid}). Stop that one, or set DATA_DIR to another folder.`,
    ),
  );
  unlock();
});

test('leaves no files behind', async () => {
  (await lockDataDir(dataDir))();
  expect(readdirSync(dataDir)).toEqual([]);
});

test('takes over from a dead process', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  const { pid } = child;
  await once(child, 'exit');
  await leaveBehind({ pid });
  const unlock = await lockDataDir(dataDir);
  expect(holder().pid).toBe(process.pid);
  unlock();
});

test('takes over from a killed process whose parent has not asked for its exit code', async () => {
  // The second sleep is the parent of the first one, and never asks for its exit code.
  const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const pid = Number(String((await once(parent.stdout, 'data'))[0]));
  // Until then the parent is a shell, which may ask.
  await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim()).toBe('sleep');
  await leaveBehind({ pid, startedAt: stateOf(pid).startedAt });
  await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirInUse);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => stateOf(pid).life).toBe('ended');
  expect(() => process.kill(pid, 0)).not.toThrow();
  (await lockDataDir(dataDir))();
  expect(existsSync(lock)).toBe(false);
  parent.kill();
});

test('waits for a holder that is ending, and takes over once it is gone', async () => {
  const stopping = new AbortController();
  const unlock = await lockDataDir(dataDir, stopping.signal);
  stopping.abort();
  const next = lockDataDir(dataDir);
  expect(readFileSync(lock, 'utf8')).toContain('"ending":true');
  unlock();
  (await next)();
  expect(readdirSync(dataDir)).toEqual([]);
});

describe('on a clock that runs ahead', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('refuses a holder that does not end within ten seconds', async () => {
    const stopping = new AbortController();
    const unlock = await lockDataDir(dataDir, stopping.signal);
    stopping.abort();
    const next = lockDataDir(dataDir).catch((error: unknown) => error);
    vi.advanceTimersByTime(11_000);
    expect(await next).toBeInstanceOf(DataDirInUse);
    unlock();
  });

  test('refuses a lock that stays unreadable for ten seconds, and names it', async () => {
    mkdirSync(lock);
    const next = lockDataDir(dataDir).catch((error: unknown) => error);
    vi.advanceTimersByTime(11_000);
    expect(await next).toEqual(
      new DataDirInUse(`${lock} cannot be read, so another Longline may use ${dataDir}. If none does, remove it.`),
    );
    expect(readdirSync(dataDir)).toEqual(['longline.lock']);
  });

  test('takes over from another container that renews nothing for ten seconds', async () => {
    await leaveBehind({ pid: 1, world: 'another machine' });
    const next = lockDataDir(dataDir);
    vi.advanceTimersByTime(10_000);
    (await next)();
    expect(existsSync(lock)).toBe(false);
  });

  test('counts the ten seconds from its own start, however old the lock is', async () => {
    await leaveBehind({ pid: 1, world: 'another machine' });
    const dayAgo = new Date(Date.now() - 86_400_000);
    utimesSync(lock, dayAgo, dayAgo);
    const stopping = new AbortController();
    const next = lockDataDir(dataDir, stopping.signal);
    vi.advanceTimersByTime(9_000);
    // The next look sees the nine seconds.
    const looked = vi.spyOn(fs, 'statSync');
    syncBuiltinESMExports();
    await expect.poll(() => looked.mock.calls.length, { interval: 10 }).toBeGreaterThan(0);
    looked.mockRestore();
    syncBuiltinESMExports();
    stopping.abort();
    await expect(next).rejects.toMatchObject({ name: 'AbortError' });
  });
});

test('stops waiting when this process is stopped', async () => {
  const stopping = new AbortController();
  const unlock = await lockDataDir(dataDir, stopping.signal);
  stopping.abort();
  await expect(lockDataDir(dataDir, stopping.signal)).rejects.toMatchObject({ name: 'AbortError' });
  unlock();
  expect(readdirSync(dataDir)).toEqual([]);
});

test.runIf(process.platform === 'linux')('takes over if the process id has been reused', async () => {
  await leaveBehind({ pid: process.ppid, startedAt: '1' });
  (await lockDataDir(dataDir))();
  expect(existsSync(lock)).toBe(false);
});

test('takes over an unreadable lock', async () => {
  writeFileSync(lock, '{"pid": ');
  (await lockDataDir(dataDir))();
  expect(existsSync(lock)).toBe(false);
});

test('refuses a lock that another container renews', async () => {
  await leaveBehind({ pid: 1, world: 'another machine' });
  const next = lockDataDir(dataDir);
  const renewed = new Date(Date.now() - 1_000);
  utimesSync(lock, renewed, renewed);
  await expect(next).rejects.toThrow(DataDirInUse);
});

test('refuses a lock that another machine renews, even if its clock is an hour behind', async () => {
  await leaveBehind({ pid: 1, world: 'another machine' });
  const hourAgo = Date.now() - 3_600_000;
  utimesSync(lock, new Date(hourAgo), new Date(hourAgo));
  const next = lockDataDir(dataDir);
  utimesSync(lock, new Date(hourAgo + 2_000), new Date(hourAgo + 2_000));
  await expect(next).rejects.toThrow(DataDirInUse);
});

test('never removes the lock of a process that took over', async () => {
  const unlock = await lockDataDir(dataDir);
  writeFileSync(lock, 'another one');
  unlock();
  expect(readFileSync(lock, 'utf8')).toBe('another one');
});

describe('a holder that was paused', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  test.each([
    ['taken over', () => writeFileSync(lock, JSON.stringify({ ...holder(), pid: 1 }))],
    ['removed', () => rmSync(lock)],
  ])('learns at its next beat that its lock was %s, and ends then', async (_how, take) => {
    const lost: string[] = [];
    const unlock = await lockDataDir(dataDir, undefined, (folder) => lost.push(folder));
    vi.advanceTimersByTime(10_000);
    expect(lost).toEqual([]);
    take();
    vi.advanceTimersByTime(2_050);
    expect(lost).toEqual([dataDir]);
    unlock();
  });

  test('keeps a lock that another process has set aside by mistake and puts back', async () => {
    const lost: string[] = [];
    const unlock = await lockDataDir(dataDir, undefined, (folder) => lost.push(folder));
    const own = readFileSync(lock);
    rmSync(lock);
    vi.advanceTimersByTime(2_000);
    writeFileSync(lock, own);
    vi.advanceTimersByTime(50);
    expect(lost).toEqual([]);
    unlock();
  });
});

describe('a holder whose file system fails', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  test('continues while the file system does not say whether its lock exists', async () => {
    const lost: string[] = [];
    const unlock = await lockDataDir(dataDir, undefined, (folder) => lost.push(folder));
    const own = readFileSync(lock);
    rmSync(lock);
    // The system answers every question about a link to itself with an error.
    symlinkSync(lock, lock);
    vi.advanceTimersByTime(2_050);
    expect(lost).toEqual([]);
    rmSync(lock);
    writeFileSync(lock, own);
    unlock();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('continues if it cannot renew its lock, and learns later that another process took it over', async () => {
    const lost: string[] = [];
    const unlock = await lockDataDir(dataDir, undefined, (folder) => lost.push(folder));
    const refused = vi.spyOn(fs, 'utimesSync').mockImplementation(() => {
      throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
    });
    syncBuiltinESMExports();
    try {
      vi.advanceTimersByTime(2_000);
      expect(refused).toHaveBeenCalledOnce();
    } finally {
      refused.mockRestore();
      syncBuiltinESMExports();
    }
    expect(lost).toEqual([]);
    writeFileSync(lock, JSON.stringify({ ...holder(), pid: 1 }));
    vi.advanceTimersByTime(2_000);
    expect(lost).toEqual([dataDir]);
    unlock();
  });
});

test('leaves no file of its own while it waits', async () => {
  await leaveBehind({ pid: process.ppid, startedAt: stateOf(process.ppid).startedAt, ending: true });
  const stopping = new AbortController();
  const waiting = lockDataDir(dataDir, stopping.signal);
  expect(readdirSync(dataDir)).toEqual(['longline.lock']);
  stopping.abort();
  await expect(waiting).rejects.toThrow(/abort/);
});
