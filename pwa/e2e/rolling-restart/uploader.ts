import { createHash, randomBytes } from 'node:crypto';
import { USER_HEADER } from '../../../api/contract/sync-protocol.ts';
import type { Browser } from '../../../api/testing/cookie-jar.ts';
import { mp4 } from '../../../api/testing/sample-media.ts';

const FILM_BYTES = 2_000_000;
const PART_BYTES = 250_000;
const TUS = { 'Tus-Resumable': '1.0.0' };

/** One person's films, sent one after the other. */
export interface Uploader {
  /** Films that the server confirmed with the right hash. */
  films: number;
  /** Sends its last film to the end. */
  stop(): Promise<void>;
}

/**
 * Sends films as a device does, in parts, but never sends anything twice: each answer that is not a success goes into
 * `failed`.
 */
export function startUploader(person: Browser, userId: string, origin: string, failed: string[]): Uploader {
  const uploader = { films: 0, stop };
  let stopped = false;

  async function send(method: string, path: string, headers: Record<string, string>, body: BodyInit): Promise<Response | null> {
    try {
      const answer = await person.send(path, { method, body, headers: { origin, [USER_HEADER]: userId, ...headers } });
      if (answer.ok) return answer;
      failed.push(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 200)}`);
    } catch (error) {
      failed.push(`${method} ${path}: ${String((error as Error).cause ?? error)}`);
    }
    return null;
  }
  const json = (method: string, path: string, body: object) =>
    send(method, path, { 'content-type': 'application/json' }, JSON.stringify(body));

  async function sendFilm(): Promise<void> {
    const film = Buffer.concat([mp4({ size: FILM_BYTES }), randomBytes(16)]);
    const opened = await json('POST', '/api/objects/upload', { size: film.length });
    if (!opened) return;
    const { uploadURL } = (await opened.json()) as { uploadURL: string };
    const path = new URL(uploadURL).pathname;
    for (let from = 0; from < film.length; from += PART_BYTES) {
      const headers = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) };
      if (!(await send('PATCH', path, headers, film.subarray(from, from + PART_BYTES)))) return;
    }
    const finalized = await json('PUT', '/api/videos/finalize', { videoURL: uploadURL });
    if (!finalized) return;
    const { sha256 } = (await finalized.json()) as { sha256: string };
    if (sha256 === createHash('sha256').update(film).digest('hex')) uploader.films += 1;
    else failed.push(`${path}: stored with another hash`);
  }

  async function run() {
    while (!stopped) await sendFilm();
  }
  const ended = run();
  async function stop() {
    stopped = true;
    await ended;
  }
  return uploader;
}
