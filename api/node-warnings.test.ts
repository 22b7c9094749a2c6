import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPglite, type OpenDatabase } from './db/open.ts';
import { createListeningApp, type ListeningApp } from './testing/listening-app.ts';
import { migratedDump } from './testing/migrated-pglite.ts';
import { mp4, sha256 } from './testing/sample-media.ts';
import type { TestPerson } from './testing/create-test-app.ts';
import { finalizeAs, openUploadAs, patchAs } from './testing/upload-as.ts';

/** More than the ten listeners of one kind after which Node suspects a leak. */
const MANY = 15;

let database: OpenDatabase;
let app: ListeningApp;
let anna: TestPerson;
const warnings: Error[] = [];
const note = (warning: Error) => void warnings.push(warning);
beforeAll(async () => {
  process.on('warning', note);
  database = await openPglite({ loadDataDir: await migratedDump() });
  app = await createListeningApp(database);
  anna = await app.signIn('anna@example.org', { beta: true });
});
afterAll(async () => {
  process.off('warning', note);
  await app.close();
  await database.close();
});
beforeEach(() => void (warnings.length = 0));

const times = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: MANY }, make));

test('many event streams of one server make Node warn of nothing', async () => {
  const leaving = new AbortController();
  const streams = await times(() => app.fetchAs(anna, '/api/events', { signal: leaving.signal }));
  const readers = streams.map(({ body }) => body!.pipeThrough(new TextDecoderStream()).getReader());
  for (const reader of readers) expect((await reader.read()).value).toContain(': connected');
  leaving.abort();
  expect(warnings).toEqual([]);
});

test('many requests at once on one connection make Node warn of nothing', async () => {
  const { hostname, port, host } = new URL(app.origin);
  const socket = connect(Number(port), hostname);
  const request = `GET /api/videos HTTP/1.1\r\nhost: ${host}\r\ncookie: ${app.cookieOf(anna)}\r\n\r\n`;
  let answers = '';
  socket.setEncoding('utf8').on('data', (part: string) => (answers += part));
  socket.write(request.repeat(MANY));
  while (answers.split('HTTP/1.1 200').length <= MANY) await once(socket, 'data');
  socket.destroy();
  expect(warnings).toEqual([]);
});

test('an upload in many parts makes Node warn of nothing', async () => {
  const film = mp4({ size: MANY * 20_000 });
  const path = await openUploadAs(anna, { size: film.length });
  for (let at = 0; at < film.length; at += 20_000) {
    expect((await patchAs(app, anna, path, film.subarray(at, at + 20_000) as BodyInit, at)).status).toBe(204);
  }
  expect((await finalizeAs(anna, path)).body.sha256).toBe(sha256(film));
  expect(warnings).toEqual([]);
});
