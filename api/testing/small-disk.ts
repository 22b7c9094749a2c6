import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  folder: string;
  resize(bytes: number): void;
  close(): void;
}

/**
 * A disk of that size, in memory.
 * @returns null where this process may not mount one
 */
export function openSmallDisk(bytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'longline-disk-'));
  const run = (program: string, ...words: string[]) => execFileSync(program, words, { stdio: 'pipe' });
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder);
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  return {
    folder,
    resize: (size) => void run('mount', '-o', `remount,size=${size}`, folder),
    close() {
      run('umount', folder);
      rmSync(folder, { recursive: true });
    },
  };
}
