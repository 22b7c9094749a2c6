import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase, openPostgres } from '../db/open.ts';
import { rowsOf } from '../db/rows-of.ts';
import { dogs } from '../db/tables/training.ts';
import { bindMediaStore } from '../media/maintenance/bind-store.ts';
import { openMediaStore } from '../media/media.ts';
import { createListeningApp } from '../testing/listening-app.ts';
import { freePort } from '../testing/free-port.ts';
import { copyMigratedPglite } from '../testing/migrated-pglite.ts';
import { withDatabase } from '../testing/postgres-template.ts';
import { png } from '../testing/sample-media.ts';
import { startProcess } from '../testing/start-process.ts';
import { uploadAs } from '../testing/upload-as.ts';
import { moveRows } from './move-rows.ts';

const DOG = { name: 'Brock', breed: 'Collie', birthdate: '2021-02-28', titles: ['Zuchtprüfung'], notes: 'Ein „Zitat“' };

let scratch: string;
let dataDir: string;
let picture: string;
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'longline-move-'));
  dataDir = join(scratch, 'data');
  mkdirSync(dataDir);
  await copyMigratedPglite(dataDir);
  const database = await openDatabase({ databaseUrl: null, dataDir });
  const app = await createListeningApp(database, { dataDir });
  await app.services.media.bind();
  const ann = await app.signIn('ann@example.org', { beta: true });
  await ann.call('POST', '/api/dogs', DOG);
  picture = (await uploadAs(app, ann, png(40, 30))).body.objectPath;
  await app.close();
  await database.close();
});
afterAll(() => rmSync(scratch, { recursive: true }));

/** An empty database on the run's PostgreSQL, without tables. */
async function emptyUrl(): Promise<string> {
  const name = `moved_${randomUUID().replaceAll('-', '')}`;
  const maintenance = await openPostgres(inject('postgresUrl'), 1);
  await maintenance.db.execute(sql.raw(`create database ${name}`));
  await maintenance.close();
  return withDatabase(inject('postgresUrl'), name);
}

async function moved(variables: Record<string, string>, ...words: string[]) {
  const { output, ends } = startProcess({ DATA_DIR: dataDir, ...variables }, 'backup/move-database.js', words);
  const { code } = await ends();
  return { code, ...output };
}

describe('npm run move-database', () => {
  it('moves an embedded database to PostgreSQL, and on to another one: the same rows, and the media', async () => {
    const [first, second] = [await emptyUrl(), await emptyUrl()];
    const done = {
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Moved \d\d+ rows of \d+ tables, which are the same on both sides\./),
    };
    expect(await moved({}, '--to', first)).toEqual(done);
    expect(await moved({ DATABASE_URL: first }, '--to', second)).toEqual(done);

    // Only the newest database may serve the media.
    const refuses = async (variables: Record<string, string>) => {
      const server = startProcess({ DATA_DIR: dataDir, PORT: String(await freePort()), ...variables });
      const { code } = await server.ends();
      expect(server.output.stderr).toMatch(/^The media folder in \S+ belongs to another database/);
      expect(code).toBe(1);
    };
    await refuses({});
    await refuses({ DATABASE_URL: first });
    const server = startProcess({ DATA_DIR: dataDir, PORT: String(await freePort()), DATABASE_URL: second });
    await server.prints('Longline is ready at');
    expect(await moved({ DATABASE_URL: second }, '--to', await emptyUrl())).toEqual({
      code: 2,
      stdout: '',
      stderr: 'The old database is still in use. Stop every server and end every other session. Nothing was changed.\n',
    });
    await server.ends('SIGTERM');

    const opened = await openPostgres(second);
    const [dog] = await opened.db.select().from(dogs);
    expect(dog).toMatchObject(DOG);
    const store = await openMediaStore({ env: { objectStore: null, dataDir }, db: opened.db });
    const [object] = await rowsOf<{ path: string }>(opened.db, sql`select path from objects where path = ${picture}`);
    expect(object?.path).toBe(picture);
    expect(await store.notes.read('store')).toContain('"store"');
    await opened.close();

    const refusal = async (from: Record<string, string>, to: string) => {
      const { code, stdout, stderr } = await moved(from, '--to', to);
      expect([code, stdout]).toEqual([2, '']);
      return stderr;
    };
    expect(await refusal({ DATABASE_URL: second }, first)).toBe(
      'The new database is not empty, or has been used before. Nothing was changed.\n',
    );
    // The media are no longer those of the old one.
    expect(await refusal({ DATABASE_URL: first }, await emptyUrl())).toMatch(
      /^The media store is not the one that belongs to this database/,
    );
    expect(await refusal({ DATABASE_URL: await emptyUrl() }, await emptyUrl())).toMatch(/^No server has used the old database\./);
    expect(await refusal({ DATA_DIR: join(scratch, 'nowhere') }, await emptyUrl())).toMatch(/^There is no database in /);
  });

  it('leaves a copy on which no server starts, until the media are given to it', async () => {
    const [place, url] = [join(scratch, 'unfinished'), await emptyUrl()];
    mkdirSync(place);
    await copyMigratedPglite(place);
    const from = await openDatabase({ databaseUrl: null, dataDir: place });
    const to = await openPostgres(url);
    const store = await openMediaStore({ env: { objectStore: null, dataDir: place }, db: from.db });
    const bound = { db: from.db, env: { objectStore: null, dataDir: place }, newId: () => randomUUID() };
    await bindMediaStore({ ...bound, store });
    const cut = { ...store, notes: { ...store.notes, write: () => Promise.reject(new Error('Cut')) } };
    await expect(moveRows({ from, to, store: cut, dataDir: place, newId: bound.newId })).rejects.toThrow('Cut');
    await expect(bindMediaStore({ ...bound, db: to.db, store })).rejects.toThrow('belongs to another database');
    await bindMediaStore({ ...bound, store });
    await Promise.all([from.close(), to.close()]);
  });

  it('prints one line for wrong words', async () => {
    for (const words of [[], ['--into', 'postgres://x']]) {
      expect(await moved({ DATA_DIR: join(scratch, 'unused') }, ...words)).toEqual({
        code: 2,
        stdout: '',
        stderr: 'move-database takes the address of a new database: npm run move-database -- --to postgres://…\n',
      });
    }
    const { code, stderr } = await moved({ DATA_DIR: join(scratch, 'unused') }, '--to', 'mysql://x');
    expect([code, stderr]).toEqual([2, '--to must be an address that starts with postgres:// or postgresql://.\n']);
  });
});
