import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FinalizeAnswer } from '../contract/online-calls.ts';
import { createBrowser } from '../testing/cookie-jar.ts';
import { freePort } from '../testing/free-port.ts';
import { mp4, sha256 } from '../testing/sample-media.ts';
import { type ServerProcess, startProcess } from '../testing/start-process.ts';
import { copyMigratedPglite } from '../testing/migrated-pglite.ts';

const MEGABYTE = 1_048_576;

let dataDir: string;
let port: number;
let server: ServerProcess;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'longline-killed-'));
  port = await freePort();
  await copyMigratedPglite(dataDir);
});
afterEach(async () => {
  if (server.child.exitCode === null && server.child.signalCode === null) await server.ends('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  server = startProcess({ DATA_DIR: dataDir, PORT: String(port) });
  await server.prints('Longline is ready at');
}

test('an upload resumes at the byte on disk after the server was killed', async () => {
  await start();
  const origin = `http://localhost:${port}`;
  const browser = createBrowser((url, init) => fetch(url, init), origin);
  await browser.post('/api/login', { email: 'kate@example.org' });
  await server.prints('Sign-in code for kate@example.org: ');
  await browser.post('/api/login/code', { code: /kate@example\.org: (\d{6})/.exec(server.output.stdout)![1]! });
  const call = async <Body>(method: string, path: string, body: object): Promise<Body> => {
    const answer = await browser.send(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
    return (await answer.json()) as Body;
  };

  const film = mp4({ size: 24 * MEGABYTE });
  const { uploadURL } = await call<{ uploadURL: string }>('POST', '/api/objects/upload', { size: film.length });
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const onDisk = join(dataDir, 'media', 'uploads', uploadURL.split('/').at(-1)!);

  // A connection that has delivered 10 MB of 24 when the server dies.
  const patch = request(uploadURL, {
    method: 'PATCH',
    headers: {
      cookie,
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': 0,
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': film.length,
    },
  });
  patch.on('error', () => {});
  patch.write(film.subarray(0, 10 * MEGABYTE));
  await expect.poll(() => statSync(onDisk).size).toBe(10 * MEGABYTE);
  await server.ends('SIGKILL');
  await start();

  const offsets: (string | undefined)[] = [];
  const upload = new Upload(film, {
    uploadUrl: uploadURL,
    headers: { cookie },
    retryDelays: [],
    onBeforeRequest: (sent) => void (sent.getMethod() === 'PATCH' && offsets.push(sent.getHeader('Upload-Offset'))),
    onSuccess: () => server.child.emit('uploaded'),
    onError: (error) => server.child.emit('error', error),
  });
  const uploaded = once(server.child, 'uploaded');
  upload.start();
  await uploaded;

  expect(offsets).toEqual([String(10 * MEGABYTE)]);
  const answer = await call<FinalizeAnswer>('PUT', '/api/videos/finalize', { videoURL: uploadURL });
  expect(answer).toMatchObject({ size: film.length, sha256: sha256(film) });
});
