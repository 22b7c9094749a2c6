import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freePort } from './testing/free-port.ts';
import { startProcess } from './testing/start-process.ts';

const CHECK_MEDIA = 'media/check-integrity.js';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'longline-command-'));
  cpSync(inject('pgliteFolder'), join(dataDir, 'database'), { recursive: true });
});
afterAll(() => rmSync(dataDir, { recursive: true }));

async function ran(program: string, variables: Record<string, string> = {}) {
  const { output, ends } = startProcess({ DATA_DIR: dataDir, ...variables }, program);
  const { code } = await ends();
  return { code, ...output };
}

test('check-media finds nothing where nothing is wrong, and names what no row knows of', async () => {
  expect(await ran(CHECK_MEDIA)).toEqual({ code: 0, stdout: 'Every object is as it should be.\n', stderr: '' });
  const name = 'd0f5a4f6-0000-4000-8000-000000000001';
  mkdirSync(join(dataDir, 'media', 'objects', name.slice(0, 2)), { recursive: true });
  writeFileSync(join(dataDir, 'media', 'objects', name.slice(0, 2), name), 'x');
  expect(await ran(CHECK_MEDIA)).toEqual({ code: 1, stdout: `orphaned /objects/${name}\n1 found.\n`, stderr: '' });
});

test('a restored backup is said with one command', async () => {
  expect(await ran('feeds/mark-restored.js')).toMatchObject({ code: 0, stdout: expect.stringContaining('read anew'), stderr: '' });
});

test('a wrong setting and a folder in use end with one line and a code of 2', async () => {
  expect(await ran(CHECK_MEDIA, { PORT: 'x' })).toEqual({ code: 2, stdout: '', stderr: 'PORT must be a number.\n' });
  const server = startProcess({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  await server.prints('Longline is ready at');
  const refused = await ran(CHECK_MEDIA);
  await server.ends('SIGTERM');
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr.trim().split('\n')).toEqual([expect.stringContaining(dataDir)]);
});
