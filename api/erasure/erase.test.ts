import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../db/open.ts';
import { users } from '../db/tables/people.ts';
import { startProcess } from '../testing/start-process.ts';

let scratch: string;
let dataDir: string;
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'longline-erase-'));
  dataDir = join(scratch, 'data');
  const { db, migrate, close } = await openDatabase({ databaseUrl: null, dataDir });
  await migrate();
  const at = { createdAt: new Date(), updatedAt: new Date() };
  await db.insert(users).values([
    { id: ANN, email: 'ann@example.org', ...at },
    { id: CARA, ...at },
  ]);
  await close();
});
afterAll(() => rmSync(scratch, { recursive: true }));

const ANN = '11111111-1111-4111-8111-111111111111';
const CARA = '22222222-2222-4222-8222-222222222222';
const NOT_LISTED = 'Not yet in the list of erased accounts in';

async function ran(program: string, where: string, ...words: string[]) {
  const { output, ends } = startProcess({ DATA_DIR: where }, program, words);
  const { code } = await ends();
  return { code, ...output };
}
async function peopleIn(where: string): Promise<string[]> {
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir: where });
  const people = await db.select({ id: users.id }).from(users);
  await close();
  return people.map(({ id }) => id);
}

// Starts a dozen processes, which takes minutes beside the browsers of a full run.
test('erases by address or id, lists it where backups are, and a restore erases it again', async () => {
  const [target, place] = [join(scratch, 'backups'), join(scratch, 'restored')];
  expect(await ran('backup/backup.js', dataDir, target)).toMatchObject({ code: 0, stderr: '' });
  expect(await ran('erasure/erase.js', dataDir, 'Ann@Example.org ')).toEqual({
    code: 0,
    stderr: '',
    stdout: 'Erased the account and its 0 files. Backups still hold it; a restore erases it again.\n',
  });
  expect(readdirSync(join(target, 'erased'))).toEqual([ANN]);
  expect(await peopleIn(dataDir)).toEqual([CARA]);
  expect(await ran('backup/verify.js', place, target)).toMatchObject({ code: 0, stderr: '' });
  expect(await ran('backup/restore.js', place, target)).toEqual({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/ It held one account that was erased later, which was erased again\.\n$/),
  });
  expect(await peopleIn(place)).toEqual([CARA]);

  rmSync(target, { recursive: true });
  expect(await ran('erasure/erase.js', dataDir, CARA)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${NOT_LISTED} ${target}: `),
  });
  expect(await peopleIn(dataDir)).toEqual([]);
});

test('without an account of that address, it says so and exits with 1', async () => {
  for (const [words, stderr] of [
    [['nobody@example.org'], 'No account matches.\n'],
    [[], 'npm run erase -- ADDRESS\n'],
  ] as const)
    expect(await ran('erasure/erase.js', dataDir, ...words)).toEqual({ code: 1, stdout: '', stderr });
});
