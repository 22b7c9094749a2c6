import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Upload } from 'tus-js-client';

export const what = '300 MB to the server, in turn: curl to a plain node server, curl by one PUT, curl by tus, tus-js-client; median of the rounds';

const MEGABYTE = 1_000_000;
const SIZE = 300 * MEGABYTE;
const ROUNDS = 5;
const PACED = 25 * MEGABYTE;
const MAIN = fileURLToPath(new URL('../../dist/api/main.js', import.meta.url));

/** The least that a server can do with a body: pipe it into a file. */
const PLAIN_SERVER = `
  import { createServer } from 'node:http';
  import { createWriteStream } from 'node:fs';
  import { pipeline } from 'node:stream/promises';
  createServer(async (request, response) => {
    await pipeline(request, createWriteStream(process.env.FILE));
    response.end();
  }).listen(Number(process.env.PORT), '127.0.0.1', () => console.log('ready'));`;

export async function measure() {
  const folder = mkdtempSync(join(tmpdir(), 'longline-upload-'));
  const started = [];
  try {
    const film = join(folder, 'film.mp4');
    await writeFilm(film);
    const [plainPort, port] = [await freePort(), await freePort()];
    const plain = await start(started, ['--input-type=module', '-e', PLAIN_SERVER], { PORT: plainPort, FILE: join(folder, 'plain') }, 'ready');
    const server = await start(started, [MAIN], { PORT: port, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' }, 'is ready at');
    const person = await signIn(server, port);

    const ways = {
      'curl to a plain server': () => curl(['-T', film, `http://127.0.0.1:${plainPort}/`]),
      'curl, one PUT': async () => curl(['-T', film, '-H', `Cookie: ${person.cookie}`, await person.openUpload()]),
      'curl, tus': async () => curl(['-T', film, '-X', 'PATCH', ...tusHeaders(person.cookie), await person.openUpload()]),
      'tus-js-client': async () => byTusClient(film, person.cookie, await person.openUpload()),
    };
    const taken = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
    // Once unmeasured: the first turn of each pays for compiling.
    for (const send of Object.values(ways)) await send();
    const idle = residentMegabytes(server.child.pid);
    const peak = watchPeak(server.child.pid);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [way, send] of Object.entries(ways)) taken[way].push(await seconds(send));
    }
    const rows = Object.entries(taken).map(([way, times]) => row(way, median(times), median(taken['curl to a plain server'])));

    const pace = ['--limit-rate', String(PACED)];
    const pacedPlain = await seconds(() => curl([...pace, '-T', film, `http://127.0.0.1:${plainPort}/`]));
    const pacedUrl = await person.openUpload();
    const paced = await seconds(() => curl([...pace, '-T', film, '-H', `Cookie: ${person.cookie}`, pacedUrl]));
    rows.push(row('paced by curl to 200 Mbit/s: plain', pacedPlain, pacedPlain), row('paced by curl to 200 Mbit/s: one PUT', paced, pacedPlain));

    const urls = await Promise.all(Array.from({ length: 10 }, () => person.openUpload()));
    const tenAtOnce = await seconds(() => Promise.all(urls.map((url) => curl(['-T', film, '-H', `Cookie: ${person.cookie}`, url]))));
    rows.push(row('ten at once, each', tenAtOnce / 10, median(taken['curl to a plain server'])));
    const finalize = await seconds(() => person.finalize(pacedUrl));
    rows.push({ way: 'finalize (type, SHA-256, place, to disk)', seconds: finalize.toFixed(2) });
    rows.push({ way: 'memory of the server above idle, at its peak', megabytes: peak.stop() - idle, goal: '40 or less' });
    plain.child.kill('SIGTERM');
    return rows;
  } finally {
    for (const { child, ended } of started) {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

const row = (way, taken, plain) => ({
  way,
  seconds: taken.toFixed(2),
  'MB/s': Math.round(SIZE / MEGABYTE / taken),
  'of plain': (plain / taken).toFixed(2),
});

const tusHeaders = (cookie) =>
  [`Cookie: ${cookie}`, 'Tus-Resumable: 1.0.0', 'Upload-Offset: 0', 'Content-Type: application/offset+octet-stream'].flatMap(
    (header) => ['-H', header],
  );

/** Noise in the boxes of an MP4, so that finalize takes it. */
async function writeFilm(path) {
  const box = (type, length) => {
    const header = Buffer.alloc(8);
    header.writeUInt32BE(length);
    header.write(type, 4, 'latin1');
    return header;
  };
  const head = Buffer.concat([box('ftyp', 16), Buffer.from('isom\0\0\0\0', 'latin1'), box('moov', 8)]);
  const file = await open(path, 'w');
  await file.write(Buffer.concat([head, box('mdat', SIZE - head.length)]));
  const noise = randomBytes(MEGABYTE);
  for (let left = SIZE - head.length - 8; left > 0; left -= noise.length) await file.write(noise, 0, Math.min(left, noise.length));
  await file.close();
}

async function start(started, command, variables, sign) {
  const child = spawn(process.execPath, command, {
    env: { PATH: process.env.PATH, ...Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)])) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const server = { child, ended: once(child, 'exit'), said: '', says: null };
  started.push(server);
  server.says = async (text) => {
    while (!server.said.includes(text)) await once(child.stdout, 'data');
  };
  child.stdout.setEncoding('utf8').on('data', (text) => (server.said += text));
  await server.says(sign);
  return server;
}

async function signIn(server, port) {
  const origin = `http://localhost:${port}`;
  const form = (path, fields, cookie = '') =>
    fetch(origin + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers: { cookie } });
  const cookieOf = (answer) => answer.headers.getSetCookie().map((line) => line.split(';')[0]).join('; ');
  const asked = await form('/api/login', { email: 'bench@example.org' });
  await server.says('Sign-in code for bench@example.org: ');
  const code = /bench@example\.org: (\d{6})/.exec(server.said)[1];
  const cookie = cookieOf(await form('/api/login/code', { code }, cookieOf(asked)));
  const call = async (method, path, body) => {
    const json = { method, body: JSON.stringify(body), headers: { cookie, 'content-type': 'application/json' } };
    const answer = await fetch(origin + path, json);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  return {
    cookie,
    openUpload: async () => (await call('POST', '/api/objects/upload', { size: SIZE })).uploadURL,
    finalize: (videoURL) => call('PUT', '/api/videos/finalize', { videoURL }),
  };
}

async function curl(options) {
  const child = spawn('curl', ['-sS', '--fail', '-o', '/dev/null', ...options], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`curl ended with ${code}`);
}

async function byTusClient(film, cookie, uploadUrl) {
  await new Promise((onSuccess, onError) => {
    new Upload(createReadStream(film), { uploadUrl, uploadSize: SIZE, chunkSize: 16 * MEGABYTE, headers: { cookie }, retryDelays: [], onSuccess, onError }).start();
  });
}

async function seconds(work) {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

const residentMegabytes = (pid) => Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1_024);

function watchPeak(pid) {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, residentMegabytes(pid))), 50);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
