import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkStore } from './check-store.ts';

describe('the folder of the media', () => {
  it('is well if it can be written, and stays as it was', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'longline-store-'));
    mkdirSync(join(dataDir, 'media'));
    expect(await checkStore({ objectStore: null, dataDir })).toEqual([]);
    expect(readdirSync(join(dataDir, 'media'))).toEqual([]);
    rmSync(dataDir, { recursive: true });
  });

  it('is a mistake if it cannot be written', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'longline-store-'));
    // Also for root, who may write into any folder.
    symlinkSync('/proc', join(dataDir, 'media'));
    expect(await checkStore({ objectStore: null, dataDir })).toEqual([
      expect.stringMatching(/^DATA_DIR: the folder of the media cannot be written: E[A-Z]+$/),
    ]);
    rmSync(dataDir, { recursive: true });
  });
});
