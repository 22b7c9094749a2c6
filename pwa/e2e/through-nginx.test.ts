import { execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../api/testing/free-port.ts';
import { type Device, openDevice } from './harness/browser.ts';
import { addSession } from './harness/log.ts';
import { type Nginx, type Passed, startNginx, startNginxWith } from './harness/nginx.ts';
import { type Server, startServer } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';
import { storedSha256s } from './harness/stored-sha256s.ts';
import { makeVideoFile } from './harness/video-file.ts';

const EXAMPLE = fileURLToPath(new URL('../../docs/deploy/nginx.conf', import.meta.url));
const DOCTOR = fileURLToPath(new URL('../../dist/api/doctor/doctor.js', import.meta.url));

const MB = 1_048_576;
/** `FILM_MEGABYTES=500 npm run test:nginx` sends the largest film that is allowed. */
const MEGABYTES = Number(process.env['FILM_MEGABYTES'] ?? 12);
/** Some proxies allow 100 MB a request. A smaller film needs a smaller limit to be refused. */
const LIMIT_MB = MEGABYTES > 100 ? 100 : 10;
const PATIENCE_MS = 120_000 + MEGABYTES * 2_000;

let port: number;
let server: Server;
let device: Device;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longline-through-nginx-'));
  port = await freePort();
  const url = `http://localhost:${port}`;
  [server, device] = await Promise.all([startServer({ env: { PUBLIC_URL: url, TRUST_PROXY: '1' } }), openDevice()]);
  server = { ...server, url };
  device.page().setDefaultTimeout(PATIENCE_MS);
});
afterAll(async () => {
  await device?.discard();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Logs a session with a new film through nginx. @returns the film's parts in nginx's log, once the server has the film */
async function sendFilm(nginx: Nginx, title: string): Promise<Passed[]> {
  const page = device.page();
  const film = await makeVideoFile(page, folder, MEGABYTES * 1_000_000);
  const before = (await nginx.requests()).length;
  await addSession(page, server.url, { title, media: film.path });
  await expect.poll(() => storedSha256s(server), { timeout: PATIENCE_MS, interval: 1_000 }).toContain(film.sha256);
  await page.getByText('All synced').first().waitFor();
  return (await nginx.requests()).slice(before).filter(({ method }) => method === 'PATCH');
}

const refused = (parts: Passed[]) => parts.filter(({ status }) => status === 413).map(({ bytes }) => bytes / MB);
const largest = (parts: Passed[]) => Math.max(...parts.map(({ bytes }) => bytes / MB));

test(
  'a film goes through a proxy with a larger limit, then through nginx as Debian installs it, which accepts 1 MB a request',
  async () => {
    const generous = await startNginx({ port, upstream: server.port, settings: `client_max_body_size ${LIMIT_MB}m;` });
    try {
      await signIn(device.page(), server, 'kate@example.org');
      const parts = await sendFilm(generous, 'Tracking');
      expect(refused(parts).length).toBe(MEGABYTES > LIMIT_MB && LIMIT_MB < 64 ? 1 : 0);
      expect(largest(parts.filter(({ status }) => status === 204))).toBe(LIMIT_MB < 64 ? 8 : 64);
    } finally {
      await generous.stop();
    }

    const stock = await startNginx({ port, upstream: server.port });
    try {
      const parts = await sendFilm(stock, 'Heel work');
      expect(refused(parts)).toEqual([64, 32, 16, 8, 4, 2].filter((size) => size <= (LIMIT_MB < 64 ? 8 : 64)));
      const next = await sendFilm(stock, 'Sendaway');
      expect([refused(next), largest(next)]).toEqual([[], 1]);
      if (process.env['FILM_MEGABYTES']) tellSpeed(next);
    } finally {
      await stock.stop();
    }
  },
  4 * PATIENCE_MS,
);

test('doctor finds nothing wrong with the example for nginx, and names what is wrong with nginx as Debian installs it', async () => {
  const tls = await freePort();
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=localhost', '-days', '1'];
  execFileSync('openssl', [...words, '-addext', 'subjectAltName=DNS:localhost', '-keyout', keyFile, '-out', certFile], { stdio: 'ignore' });
  const example = (await readFile(EXAMPLE, 'utf8'))
    .replace('listen 443', `listen 127.0.0.1:${tls}`)
    .replaceAll(/ *listen \[::\].*\n/g, '')
    .replace('listen 80', `listen 127.0.0.1:${await freePort()}`)
    .replace('/etc/ssl/longline.crt', certFile)
    .replace('/etc/ssl/longline.key', keyFile)
    .replace('127.0.0.1:3000', `127.0.0.1:${server.port}`)
    .replaceAll('longline.example.org', 'localhost');
  const deployed = await startNginxWith(example, tls);
  expect(await doctor({ PUBLIC_URL: `https://localhost:${tls}`, NODE_EXTRA_CA_CERTS: certFile })).toBe('Everything is well.\n');
  await deployed.stop();

  const stock = await startNginx({ port, upstream: server.port });
  expect(await doctor({ PUBLIC_URL: server.url })).toBe(
    'TRUST_PROXY is 1, but 0 proxies name the client: anyone can forge an address.\n' +
      'A proxy accepts no body of 2 MB (413): films upload slowly, in small parts. In nginx: client_max_body_size 0.\n',
  );
  await stock.stop();
});

/** What `npm run doctor` prints beside the server. */
async function doctor(variables: Record<string, string>): Promise<string> {
  const env = { PATH: process.env['PATH'], DATA_DIR: server.dataDir, PORT: String(server.port), TRUST_PROXY: '1', ...variables };
  const child = spawn(process.execPath, [DOCTOR], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return text(child.stdout);
}

function tellSpeed(parts: Passed[]): void {
  const begun = Math.min(...parts.map(({ endedAt, seconds }) => endedAt - seconds));
  const took = Math.max(...parts.map(({ endedAt }) => endedAt)) - begun;
  console.info(`${MEGABYTES} MB in ${parts.length} parts of 1 MB: ${took.toFixed(1)} s, ${(MEGABYTES / took).toFixed(1)} MB/s`);
}
