import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../../api/testing/start-postgres.ts';
import { type Device, openDevice } from '../harness/browser.ts';
import { openConnection } from '../harness/connection.ts';
import { addSession } from '../harness/log.ts';
import { type Server, startServer } from '../harness/server.ts';
import { signIn } from '../harness/sign-in.ts';
import { makeVideoFile } from '../harness/video-file.ts';
import { startPlainServer } from './plain-server.ts';
import { peakDuring, residentMegabytes } from './resident-memory.ts';

const BYTES_PER_SECOND = 25_000_000;
const SMALL_BYTES = 2_000_000;
const AT_ONCE = 10;
const PATIENCE_MS = 600_000;

/** @returns one row per upload method and connection (medians of the rounds), and rows for the server's memory on PostgreSQL */
export async function measureUpload({ bytes, rounds }: { bytes: number; rounds: number }): Promise<object[]> {
  const folder = await mkdtemp(join(tmpdir(), 'longline-upload-'));
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const postgres = await startPostgres();
    ends.push(postgres.stop);
    const server = await startServer({ env: { DATABASE_URL: postgres.url, LOG_LEVEL: 'info' } });
    ends.push(server.stop);
    const plain = await startPlainServer(join(folder, 'plain'));
    ends.push(plain.stop);
    const plainConnection = await openConnection(() => plain.port);
    ends.push(plainConnection.close);
    // The app's address points to the relay. This browser bypasses it and connects to the server directly.
    const near = await openDevice({ args: [`--host-resolver-rules=MAP localhost:${server.connection.port} 127.0.0.1:${server.port}`] });
    ends.push(near.discard);
    const far = await openDevice();
    ends.push(far.discard);
    for (const device of [near, far]) {
      device.page().setDefaultTimeout(PATIENCE_MS);
      await signIn(device.page(), server, 'bench@example.org');
    }
    const small = await makeVideoFile(near.page(), folder, SMALL_BYTES);
    const film = await makeVideoFile(near.page(), folder, bytes);
    const cookie = await cookieOf(near, server);
    const short = ['--connect-to', `localhost:${server.connection.port}:127.0.0.1:${server.port}`];
    const onePut = async (options: string[] = []) =>
      putByCurl(film.path, [...options, '-H', `Cookie: ${cookie}`, await openUpload(server, cookie, bytes)]);
    const connections = {
      loopback: {
        'the app in Chromium': () => sendByApp(near, server, film.path),
        'curl, one PUT': () => onePut(short),
        'curl to a plain server': () => putByCurl(film.path, [`http://127.0.0.1:${plain.port}/`]),
      },
      '200 Mbit/s': {
        'the app in Chromium': () => sendByApp(far, server, film.path),
        'curl, one PUT': () => onePut(),
        'curl to a plain server': () => putByCurl(film.path, [`http://localhost:${plainConnection.port}/`]),
      },
    };

    // Warm up: the first upload compiles code and opens connections.
    for (const device of [near, far]) await sendByApp(device, server, small.path);
    const idle = residentMegabytes(server.pid());
    server.connection.limit(BYTES_PER_SECOND);
    plainConnection.limit(BYTES_PER_SECOND);
    const rows: object[] = [];
    const peak = await peakDuring(server.pid(), async () => {
      for (const [connection, ways] of Object.entries(connections)) rows.push(...(await inTurn(connection, ways, { bytes, rounds })));
    });
    const tenPeak = await peakDuring(server.pid(), () => Promise.all(Array.from({ length: AT_ONCE }, () => onePut(short))));
    rows.push(
      { way: `memory of the server, idle ${idle} MB: one upload at a time`, 'MB above idle': peak - idle, goal: 40 },
      { way: `memory of the server, idle ${idle} MB: ${AT_ONCE} at once`, 'MB above idle': tenPeak - idle, goal: 40 },
    );
    return rows;
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function inTurn(
  connection: string,
  ways: Record<string, () => Promise<number>>,
  { bytes, rounds }: { bytes: number; rounds: number },
) {
  const taken = Object.entries(ways).map(([way, send]) => ({ way, send, seconds: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { way, send, seconds } of taken) {
      seconds.push(await send());
      // Show progress: a run takes minutes.
      console.error(`${connection}: ${way}: ${seconds.at(-1)?.toFixed(2)} s`);
    }
  }
  const plain = median(taken.at(-1)?.seconds ?? []);
  return taken.map(({ way, seconds }) => ({
    way: `${connection}: ${way}`,
    seconds: median(seconds).toFixed(2),
    'MB/s': Math.round(bytes / 1_000_000 / median(seconds)),
    'of plain': (plain / median(seconds)).toFixed(2),
  }));
}

/**
 * Logs a session with the file and waits until the server has finalized it.
 * @returns seconds from the first upload request's arrival to the last one's answer, from the server's log
 */
async function sendByApp(device: Device, server: Server, media: string): Promise<number> {
  const since = server.output().length;
  await addSession(device.page(), server.url, { title: 'A film', media });
  // The poster is finalized before its video is sent, so wait for a PATCH first.
  await server.printed(/"method":"PATCH"[\s\S]*"route":"\/api\/videos\/finalize","status":200.*\n/, since, PATIENCE_MS);
  const patches = [
    ...server
      .output()
      .slice(since)
      .matchAll(/"time":"([^"]+)"[^\n]*"method":"PATCH"[^\n]*"ms":(\d+)/g),
  ];
  const ended = patches.map(([, time = '']) => Date.parse(time));
  const begun = patches.map(([, time = '', ms]) => Date.parse(time) - Number(ms));
  await device.page().getByText('All synced').first().waitFor();
  return (Math.max(...ended) - Math.min(...begun)) / 1_000;
}

async function putByCurl(file: string, options: string[]): Promise<number> {
  const began = performance.now();
  const child = spawn('curl', ['-sS', '--fail', '-o', '/dev/null', '-T', file, ...options], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`curl ended with ${code}`);
  return (performance.now() - began) / 1_000;
}

async function cookieOf(device: Device, server: Server): Promise<string> {
  return (await device.context().cookies(server.url)).map(({ name, value }) => `${name}=${value}`).join('; ');
}

async function openUpload(server: Server, cookie: string, size: number): Promise<string> {
  const headers = { cookie, 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/api/objects/upload`, { method: 'POST', headers, body: JSON.stringify({ size }) });
  if (!answer.ok) throw new Error(`No upload was opened: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { uploadURL: string }).uploadURL;
}

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
