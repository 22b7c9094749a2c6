import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Env } from '../env.ts';

/** A media store that can fill up. */
export interface SmallStore {
  env: Partial<Env>;
  resize(bytes: number): void;
  /** Uses up all free space. */
  fill(): void;
  close(): void;
}

const runIn = (env: NodeJS.ProcessEnv, program: string, ...words: string[]) => void execFileSync(program, words, { env, stdio: 'pipe' });
const run = (program: string, ...words: string[]) => runIn(process.env, program, ...words);

/** A disk, or the run's bucket with a quota. @param env of the test's world */
export const openSmallStore = (bytes: number, env: Partial<Env>): SmallStore =>
  env.objectStore ? limitBucket(bytes, env.objectStore.bucket) : openSmallDisk(bytes);

function limitBucket(bytes: number, bucket: string): SmallStore {
  const env = { ...process.env, CEPH_CONF: inject('s3')?.settingsFile };
  const quota = (...words: string[]) => runIn(env, 'radosgw-admin', 'quota', ...words, '--quota-scope=bucket', `--bucket=${bucket}`);
  const resize = (most: number) => quota('set', `--max-size=${most}`);
  resize(bytes);
  quota('enable');
  // `fill` sets a quota below the current usage.
  return { env: {}, resize, fill: () => resize(1), close() {} };
}

/** A disk of that size, in memory. @throws if this process may not mount one */
function openSmallDisk(bytes: number): SmallStore {
  const folder = mkdtempSync(join(tmpdir(), 'longline-disk-'));
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder);
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
  return {
    env: { dataDir: folder },
    resize: (size) => run('mount', '-o', `remount,size=${size}`, folder),
    fill() {
      for (const size of [65_536, 4_096]) {
        try {
          for (;;) appendFileSync(join(folder, 'filler'), Buffer.alloc(size));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
    },
    close() {
      run('umount', folder);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Mounting needs special rights. Without them, these tests are skipped with a warning. */
export function whereStoresCanBeSmall(tests: () => void): void {
  if (inject('s3')) return tests();
  try {
    openSmallDisk(65_536).close();
  } catch {
    console.warn('Not tested on a small disk: this process may not mount one.');
    return;
  }
  tests();
}
