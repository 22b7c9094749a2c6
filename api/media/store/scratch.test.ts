import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { removeScratch, withScratchFolder } from './scratch.ts';

const root = mkdtempSync(join(tmpdir(), 'longline-scratch-'));
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(root, 'data-'));
});
afterAll(() => rmSync(root, { recursive: true }));

const folders = () => readdirSync(join(dataDir, 'scratch'));

test('a scratch folder is gone after its work, and after work that failed', async () => {
  await withScratchFolder(dataDir, async (folder) => mkdirSync(join(folder, 'x')));
  const failing = withScratchFolder(dataDir, async () => {
    expect(folders()).toHaveLength(1);
    throw new Error('failed');
  });
  await expect(failing).rejects.toThrow('failed');
  expect(folders()).toEqual([]);
});

test('a process that exits during the work leaves no folder', async () => {
  const module = new URL('../../../dist/api/media/store/scratch.js', import.meta.url);
  const program = `import { mkdirSync } from 'node:fs';
    import { withScratchFolder } from '${module.href}';
    await withScratchFolder(process.argv[1], async (folder) => { mkdirSync(folder + '/x'); process.exit(3); });`;
  const code = await new Promise((ended) => execFile(process.execPath, ['--input-type=module', '-e', program, dataDir]).on('exit', ended));
  expect(code).toBe(3);
  expect(folders()).toEqual([]);
});

test('removes what killed processes left, by its prefix only', async () => {
  for (const name of ['drill-1', 'drill-2', 'for-1']) mkdirSync(join(dataDir, 'scratch', name, 'x'), { recursive: true });
  await removeScratch(dataDir, 'drill-');
  expect(folders()).toEqual(['for-1']);
  rmSync(join(dataDir, 'scratch'), { recursive: true });
  await removeScratch(dataDir, 'drill-');
});
