import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from './testing/free-port.ts';
import { startProcess } from './testing/start-process.ts';
import { copyMigratedPglite } from './testing/migrated-pglite.ts';

const CHECK_MEDIA = 'media/check-integrity.js';

let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'longline-command-'));
  await copyMigratedPglite(dataDir);
});
afterAll(() => rmSync(dataDir, { recursive: true }));

async function ran(program: string, variables: Record<string, string> = {}, ...words: string[]) {
  const { output, ends } = startProcess({ DATA_DIR: dataDir, ...variables }, program, words);
  const { code } = await ends();
  return { code, ...output };
}
const checkMedia = (...words: string[]) => ran(CHECK_MEDIA, {}, ...words);

test('check-media reports nothing on a healthy store, and names files without a row', async () => {
  expect(await checkMedia()).toEqual({ code: 0, stdout: 'Every object is intact.\n', stderr: '' });
  const name = 'd0f5a4f6-0000-4000-8000-000000000001';
  const file = join(dataDir, 'media', 'objects', name.slice(0, 2), name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'x');
  expect(await checkMedia()).toEqual({ code: 1, stdout: `orphaned /objects/${name}\n1 found.\n`, stderr: '' });

  expect(await checkMedia('--set-aside')).toEqual({ code: 0, stdout: '1 file set aside.\n', stderr: '' });
  const today = new Date().toISOString().slice(0, 10);
  expect(await checkMedia()).toMatchObject({ code: 1, stdout: `set aside /objects/${name} on ${today}\n1 found.\n` });
  // The server has not run for a day, so its clock is not trusted yet.
  expect(await checkMedia('--reclaim')).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Nothing was deleted: /) });
  expect(existsSync(file)).toBe(true);
});

test('check-media reports that the sweep has stopped when many files have no row', async () => {
  const folder = join(dataDir, 'media', 'objects', 'ff');
  mkdirSync(folder);
  for (let index = 0; index < 21; index++) writeFileSync(join(folder, `ff${index}`), 'x');
  const { code, stdout } = await checkMedia();
  rmSync(folder, { recursive: true });
  expect([code, stdout]).toEqual([1, expect.stringContaining('The sweep of media has stopped: 21 files have no row.')]);
});

test('check-media accepts one action at a time', async () => {
  expect(await checkMedia('--bind', '--reclaim')).toMatchObject({ code: 2, stderr: expect.stringContaining('one of --bind') });
});

test('says in one line what it has no access to', async () => {
  const file = join(dataDir, 'a-file');
  writeFileSync(file, '');
  expect(await ran('backup/backup.js', {}, join(file, 'below'))).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^ENOTDIR: .+a-file\/below'\n$/),
  });
});

test('mark-restored says that nothing is deleted for 30 days', async () => {
  expect(await ran('feeds/mark-restored.js')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('deletes nothing for 30 days'),
    stderr: '',
  });
});

test('forget-sign-in prints its usage, and reports when no account matches', async () => {
  const forget = (...words: string[]) => ran('auth/forget-sign-in.js', {}, ...words);
  for (const words of [[], ['anna'], ['--issuer'], ['anna@example.org', 'ben@example.org']]) {
    expect(await forget(...words)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'npm run forget-sign-in -- ADDRESS, or -- --issuer OIDC_ISSUER of the former provider\n',
    });
  }
  for (const words of [['Anna@Example.org'], ['--issuer', 'https://id.example.org']]) {
    expect(await forget(...words)).toEqual({ code: 1, stdout: '', stderr: 'No account matches.\n' });
  }
});

test('a wrong setting and a folder in use exit with 2 and one line', async () => {
  expect(await ran(CHECK_MEDIA, { PORT: 'x' })).toEqual({ code: 2, stdout: '', stderr: 'PORT must be a number.\n' });
  const server = startProcess({ DATA_DIR: dataDir, PORT: String(await freePort()) });
  await server.prints('Longline is ready at');
  const refused = await ran(CHECK_MEDIA);
  await server.ends('SIGTERM');
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr.trim().split('\n')).toEqual([expect.stringContaining(dataDir)]);
});

test('a command reads .env, as the server does; the environment takes precedence', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'longline-env-'));
  writeFileSync(join(folder, '.env'), `PORT=http\nDATA_DIR=${dataDir}\n`);
  const inFolder = async (variables: Record<string, string>) => {
    const { output, ends } = startProcess(variables, CHECK_MEDIA, ['--unknown'], folder);
    await ends();
    return output.stderr;
  };
  expect(await inFolder({})).toBe('PORT must be a number.\n');
  expect(await inFolder({ PORT: '3000' })).toMatch(/^check-media takes one of/);
  rmSync(folder, { recursive: true });
});

test('an unreachable database exits with 2 and one line at once', async () => {
  const port = await freePort();
  expect(await ran('feeds/mark-restored.js', { DATABASE_URL: `postgres://kate:hunter2@127.0.0.1:${port}/longline` })).toEqual({
    code: 2,
    stdout: '',
    stderr: `DATABASE_URL: PostgreSQL at 127.0.0.1:${port}/longline cannot be used: nothing answers there.\n`,
  });
});
