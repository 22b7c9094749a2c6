import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FinalizeAnswer } from '../contract/online-calls.ts';
import type { Env } from '../env.ts';
import { type Browser, createBrowser } from '../testing/cookie-jar.ts';
import { describeOnStoresWithPostgres } from '../testing/describe-on-stores.ts';
import { freePort } from '../testing/free-port.ts';
import { startRoundRobin } from '../testing/round-robin.ts';
import { mp4, sha256 } from '../testing/sample-media.ts';
import { type ServerProcess, startProcess } from '../testing/start-process.ts';
import { TUS_HEADERS } from '../testing/upload-as.ts';

/** For more uploads: `UPLOADS=100 npm run test:s3 two-replicas`. */
const UPLOADS = Number(process.env['UPLOADS'] ?? 20);
const AT_ONCE = 5;
const PIECE = 80_000;
const EMAIL = 'kate@example.org';

const bucketVariables = ({ objectStore }: Partial<Env>): Record<string, string> =>
  objectStore
    ? {
        S3_BUCKET: objectStore.bucket,
        S3_ENDPOINT: objectStore.endpoint!,
        S3_REGION: objectStore.region,
        S3_ACCESS_KEY_ID: objectStore.credentials!.accessKeyId,
        S3_SECRET_ACCESS_KEY: objectStore.credentials!.secretAccessKey,
      }
    : {};

describeOnStoresWithPostgres('two servers behind a proxy that alternates between them', (open) => {
  const folder = mkdtempSync(join(tmpdir(), 'longline-replicas-'));
  const servers: ServerProcess[] = [];
  let proxy: Awaited<ReturnType<typeof startRoundRobin>>;
  let origin: string;
  let kate: Browser;

  beforeAll(async () => {
    const [{ url, env }, ports] = [await open(), [await freePort(), await freePort()]];
    proxy = await startRoundRobin(() => ports);
    origin = `http://localhost:${proxy.port}`;
    for (const port of ports) {
      const variables = { DATABASE_URL: url!, DATA_DIR: folder, PORT: String(port), PUBLIC_URL: origin };
      servers.push(startProcess({ ...variables, ...bucketVariables(env), SESSION_SECRET: 'the same on both, thirty-two or more' }));
      await servers.at(-1)!.prints('Longline is ready at');
    }
    kate = createBrowser((address, init) => fetch(address, init), origin);
    await kate.post('/api/login', { email: EMAIL });
    // Either server may have received the request and printed the code.
    await Promise.any(servers.map((server) => server.prints(`Sign-in code for ${EMAIL}`)));
    const code = servers.map(({ output }) => /org: (\d{6})/.exec(output.stdout)?.[1]).find((found) => found !== undefined)!;
    await kate.post('/api/login/code', { code });
  });
  afterAll(async () => {
    for (const server of servers) await server.ends('SIGTERM');
    await proxy.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const call = async <Body>(method: string, path: string, body: object): Promise<Body> => {
    const answer = await kate.send(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Body;
  };
  const cookie = () => [...kate.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const offsetOf = async (url: string) =>
    Number((await fetch(url, { method: 'HEAD', headers: { ...TUS_HEADERS, cookie: cookie() } })).headers.get('upload-offset'));
  const patch = (url: string, offset: number, body: BodyInit, signal: AbortSignal | null = null) => {
    const headers = {
      ...TUS_HEADERS,
      cookie: cookie(),
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': String(offset),
    };
    return fetch(url, { method: 'PATCH', body, signal, headers, duplex: 'half' } as RequestInit);
  };
  /** Sends a piece over a connection that drops in the middle. */
  const patchAndDrop = async (url: string, offset: number, piece: Uint8Array) => {
    const drop = new AbortController();
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(piece.slice(0, piece.length / 2));
      },
      pull: () => drop.abort(),
    });
    await patch(url, offset, body, drop.signal).catch(() => {});
  };

  async function send(film: Uint8Array, drops: boolean): Promise<string> {
    const { uploadURL } = await call<{ uploadURL: string }>('POST', '/api/objects/upload', { size: film.length });
    for (let offset = 0, pieces = 0; offset < film.length; pieces++) {
      const piece = film.subarray(offset, offset + PIECE);
      if (drops && pieces === 1) await patchAndDrop(uploadURL, offset, piece);
      else expect((await patch(uploadURL, offset, piece as BodyInit)).status).toBe(204);
      const now = await offsetOf(uploadURL);
      expect(now).toBeGreaterThanOrEqual(drops && pieces === 1 ? offset : offset + piece.length);
      offset = now;
    }
    return (await call<FinalizeAnswer>('PUT', '/api/videos/finalize', { videoURL: uploadURL })).sha256;
  }

  test(`complete ${UPLOADS} uploads that switch servers with every request, every fifth over a connection that drops`, async () => {
    const films = Array.from({ length: UPLOADS }, (_, index) => mp4({ size: 150_000 + index * 1_000, seed: index + 1 }));
    const arrived: string[] = [];
    let next = 0;
    const sender = async () => {
      for (let index = next++; index < films.length; index = next++) arrived[index] = await send(films[index]!, index % 5 === 0);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
    expect(arrived).toEqual(films.map(sha256));
  });
});
