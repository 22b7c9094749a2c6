import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { DataExport, ExportState } from '../../../api/contract/data-export.ts';
import { EXPORTED_ENTITIES, exportName } from '../../../api/contract/export/exported-rows.ts';
import { seededRandom } from '../../../sync/testing/test-ports.ts';
import { type ApiPerson, signInByCalls } from '../harness/api-person.ts';
import { openDevice } from '../harness/browser.ts';
import { type Server, startServer } from '../harness/server.ts';
import { signIn } from '../harness/sign-in.ts';
import { makeVideoFile, padVideo } from '../harness/video-file.ts';
import { addPartner, fillLog, OF_OTHERS } from './fill-log.ts';
import { readStoredZip } from './read-stored-zip.ts';

const KATE = 'kate@example.org';
const PATIENCE_MS = 1_800_000;
const ASK_EVERY_MS = 50;
const ENV = { ADMIN_EMAILS: `${KATE},${OF_OTHERS[1]}`, USER_MEDIA_BYTES: String(100_000_000_000), FFMPEG_PATH: '' };

export interface MoveOptions {
  sessions: number;
  films: number;
  filmBytes: number;
  /** How often a server is killed, over preparing, downloading and importing. */
  kills: number;
  seed: number;
}

export interface Moved {
  /** Bytes of the export. */
  bytes: number;
  /** Its files, with their hashes, that the export of the new server has in another form or not at all. */
  unlike: string[];
  /** Words of others that are in it. */
  leaked: string[];
}

/**
 * Moves a log from one server to another: an export by the first, its import in a browser, and an export by the second, which
 * must be the same. Kills the servers meanwhile.
 */
export async function moveLog({ sessions, films, filmBytes, kills, seed }: MoveOptions, tell: (line: string) => void): Promise<Moved> {
  const random = seededRandom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'longline-move-'));
  const [from, to] = [await startServer({ env: ENV }), await startServer({ env: ENV })];
  const phone = await openDevice();
  try {
    const page = phone.page();
    await signIn(page, to, KATE);
    const paths = await makeFilms(page, folder, films, filmBytes);
    const kate = await signInByCalls(from, KATE);
    await fillLog(kate, { sessions, films: paths });
    await addPartner(kate, await signInByCalls(from, OF_OTHERS[1]!));
    tell(`${sessions} sessions and ${films} films are logged`);

    // After a kill, the next attempt to prepare waits for the lease of the last one.
    const preparing = Math.floor(kills / 10);
    const downloading = Math.floor(kills / 3);
    const importing = kills - preparing - downloading;
    await prepare(kate, from, preparing);
    tell(`prepared, with ${preparing} kills`);
    const zip = join(folder, 'from.zip');
    await download(kate, from, zip, { kills: downloading, random });
    const { size: bytes } = await stat(zip);
    tell(`downloaded ${bytes} bytes, with ${downloading} kills`);

    await importZip(page, to, zip, { kills: importing, random, bytes });
    tell(`imported, with ${importing} kills`);

    const there = await signInByCalls(to, KATE);
    await prepare(there, to, 0);
    const again = join(folder, 'to.zip');
    await download(there, to, again, { kills: 0, random });
    return { bytes, ...(await compare(zip, again)) };
  } finally {
    await phone.discard();
    for (const server of [from, to]) await server.stop();
    await rm(folder, { recursive: true });
  }
}

async function makeFilms(page: Page, folder: string, films: number, bytes: number): Promise<string[]> {
  const first = await makeVideoFile(page, folder, bytes);
  const recorded = await readFile(first.path);
  const head = recorded.subarray(0, recorded.indexOf('mdat', recorded.indexOf('mdat') + 4) - 4);
  const paths = [first.path];
  for (let number = 1; number < films; number += 1) paths.push((await padVideo(head, folder, bytes + number)).path);
  return paths.slice(0, films);
}

const stateOf = (person: ApiPerson) => person.call<ExportState>('GET', '/api/export');

/** Has the server prepare the export, and kills it each time that it has read another file. */
async function prepare(person: ApiPerson, server: Server, kills: number): Promise<void> {
  await person.call('POST', '/api/export', { films: true, partBytes: null });
  for (let kill = 0, done = 0; kill < kills; kill += 1) {
    const made = await untilExport(person, ({ state, filesDone }) => state === 'ready' || filesDone > done);
    done = made.filesDone;
    await server.kill();
    await server.restart();
  }
  await untilExport(person, ({ state }) => state === 'ready');
}

/** Asks often enough to see single films pass, and seldom enough for the server's limit on requests. */
async function untilExport(person: ApiPerson, isThere: (made: DataExport) => boolean): Promise<DataExport> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const { export: made } = await stateOf(person);
    if (made && isThere(made)) return made;
    if (!made || made.state === 'failed' || Date.now() > until) throw new Error(`The export is not there: ${JSON.stringify(made)}`);
    await setTimeout(ASK_EVERY_MS);
  }
}

/** Downloads the export, and kills the server after a random number of bytes: the download goes on by Range. */
async function download(
  person: ApiPerson,
  server: Server,
  path: string,
  { kills, random }: { kills: number; random: () => number },
): Promise<void> {
  const size = (await stateOf(person)).export!.parts[0]!;
  let got = 0;
  for (let kill = 0; got < size; kill += 1) {
    const stopAt = kill < kills ? got + Math.ceil((random() * (size - got)) / (kills - kill)) : Infinity;
    const answer = await person.send('/api/export/1', { headers: { range: `bytes=${got}-` } });
    if (answer.status !== 206 || !answer.body) throw new Error(`Not downloaded: ${answer.status}`);
    const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        got += chunk.length;
        yield chunk;
        if (got >= stopAt) return;
      }
    };
    await pipeline(answer.body as unknown as AsyncIterable<Uint8Array>, counted, createWriteStream(path, { flags: 'a' }));
    if (got >= size) return;
    await server.kill();
    await server.restart();
  }
}

/** Imports the file in the browser, and kills the server each time that a random share of its bytes has passed. */
async function importZip(
  page: Page,
  server: Server,
  zip: string,
  { kills, random, bytes }: { kills: number; random: () => number; bytes: number },
): Promise<void> {
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${server.url}/your-data`);
  const section = page.getByRole('region', { name: 'Import', exact: true });
  await page.getByTestId('import-file').setInputFiles(zip);
  await section.getByRole('button', { name: 'Import', exact: true }).click();
  for (let kill = 0; kill < kills; kill += 1) {
    await server.connection.passed(Math.ceil((random() * bytes) / (kills + 1)));
    await server.kill();
    await server.restart();
  }
  await section.getByText('What is added uploads by itself.').waitFor();
  const until = Date.now() + PATIENCE_MS;
  // The total may still show an earlier moment: nothing may be left in the store.
  for (;;) {
    const left = await page.evaluate(countUnsent);
    if (left === 0) return;
    if (Date.now() > until) throw new Error(`${left} changes or files did not arrive`);
    await setTimeout(ASK_EVERY_MS);
  }
}

/** Runs in the page. */
async function countUnsent(): Promise<number> {
  const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('longline-') ? [name] : []));
  let left = 0;
  for (const name of names) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error(name));
    });
    const read = <Row>(table: string) =>
      new Promise<Row[]>((resolve, reject) => {
        if (!db.objectStoreNames.contains(table)) return resolve([]);
        const request = db.transaction(table).objectStore(table).getAll();
        request.onsuccess = () => resolve(request.result as Row[]);
        request.onerror = () => reject(request.error ?? new Error(table));
      });
    left += (await read('outbox')).length;
    left += (await read<{ state: string; posterState: string }>('media')).filter(
      ({ state, posterState }) => state !== 'uploaded' || posterState === 'waiting',
    ).length;
    db.close();
  }
  return left;
}

async function compare(before: string, after: string): Promise<Pick<Moved, 'unlike' | 'leaked'>> {
  const [a, b] = [await readStoredZip(before), await readStoredZip(after)];
  const wanted = [
    ...EXPORTED_ENTITIES.map((entity) => `data/${exportName(entity)}.jsonl`),
    ...[...a.keys()].filter((name) => name.startsWith('media/')),
  ];
  const unlike: string[] = [];
  for (const name of wanted) {
    const [here, there] = [a.get(name), b.get(name)];
    if (!here || !there || (await sha256(before, here)) !== (await sha256(after, there))) unlike.push(name);
  }
  if (a.size === 0) unlike.push('the whole export');
  const leaked: string[] = [];
  for (const [name, { at, size }] of a) {
    if (name.startsWith('media/') || size === 0) continue;
    const text = (await readRange(before, at, size)).toString('utf8');
    leaked.push(...OF_OTHERS.filter((word) => text.includes(word)).map((word) => `${word} in ${name}`));
  }
  return { unlike, leaked };
}

async function sha256(path: string, { at, size }: { at: number; size: number }): Promise<string> {
  const hash = createHash('sha256');
  if (size > 0) for await (const chunk of createReadStream(path, { start: at, end: at + size - 1 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function readRange(path: string, at: number, size: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { start: at, end: at + size - 1 })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
