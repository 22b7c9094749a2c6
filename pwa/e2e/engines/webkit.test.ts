import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { clearedFilm } from '../../../api/testing/cleared-film.ts';
import { type EncodedFilms, openEncodedFilms } from '../../../api/testing/encoded-films.ts';
import { type Server, startServer } from '../harness/server.ts';
import { padVideo, type VideoFile } from '../harness/video-file.ts';
import { EnginePage } from './engine-page.ts';
import { fieldJourney } from './field-journey.ts';
import { startWebKit, type WebKit } from './webkit.ts';

const MB = 1024 * 1024;
const PEOPLE = ['kate@example.org', 'moss@example.org'] as const;

let webkit: WebKit;
let server: Server;
let films: EncodedFilms;
let film: VideoFile;

beforeAll(async () => {
  [webkit, server, films] = await Promise.all([
    startWebKit(),
    startServer({ env: { ADMIN_EMAILS: PEOPLE.join(',') } }),
    openEncodedFilms(),
  ]);
  const recorded = await readFile(await films.film('heel.mp4', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'));
  // Several pieces in the device's storage, the last one not full. The server blanks tags, and the journey compares every
  // byte.
  film = await padVideo(await clearedFilm(recorded, 'video/mp4'), films.folder, 9 * MB + 12_345);
});

afterAll(async () => {
  await webkit.close();
  await server.stop();
  await films.close();
});

/** The driver allows one session at a time, so each test ends its session. */
async function openPage(features?: readonly string[]): Promise<EnginePage> {
  const session = await webkit.open(features);
  onTestFinished(() => session.end());
  return new EnginePage(session);
}

/** The storage features available. If WebKit gains one, the fallback needs another browser to test it. */
const storageOf = ({ session }: EnginePage) =>
  session.run(async () => {
    const storage: Partial<StorageManager> | undefined = navigator.storage;
    const opens = await storage?.getDirectory?.().then(
      () => true,
      () => false,
    );
    const intoBuffers = (() => {
      try {
        return new Blob(['film']).stream().getReader({ mode: 'byob' }) !== null;
      } catch {
        return false;
      }
    })();
    return { storage: storage !== undefined, opens: opens ?? null, intoBuffers };
  });

test('syncs a session with its video from WebKit without navigator.storage, as Debian builds it', async () => {
  const page = await openPage();
  await fieldJourney(page, server, PEOPLE[0], film);
  expect(await storageOf(page)).toEqual({ storage: false, opens: null, intoBuffers: false });
});

test('syncs a session with its video from a private window whose file system does not open, as in Safari', async () => {
  const page = await openPage(['StorageAPI', 'StorageAPIEstimate', 'FileSystem', 'AccessHandle']);
  await fieldJourney(page, server, PEOPLE[1], film);
  expect(await storageOf(page)).toEqual({ storage: true, opens: false, intoBuffers: false });
});
