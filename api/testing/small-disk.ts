import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  folder: string;
  resize(bytes: number): void;
  close(): void;
}

const run = (program: string, ...words: string[]) => void execFileSync(program, words, { stdio: 'pipe' });

/** A disk of that size, in memory. @throws where this process may not mount one */
export function openSmallDisk(bytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'longline-disk-'));
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder);
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
  return {
    folder,
    resize: (size) => run('mount', '-o', `remount,size=${size}`, folder),
    close() {
      run('umount', folder);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Mounting needs rights that not everybody has: without them these tests are not there, and a line says so. */
export function whereDisksCanBeMounted(tests: () => void): void {
  try {
    openSmallDisk(65_536).close();
  } catch {
    console.warn('Not tried on a small disk: this machine lets nobody mount one here.');
    return;
  }
  tests();
}
