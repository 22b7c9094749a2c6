import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { mustHaveBrowser } from '../../.ci/browser.mjs';
import { npm } from '../../.ci/run-program.mjs';
import { endProgram, freePort, listenTo, startBuiltServer } from '../../pwa/e2e/built-server.mjs';
import { bundle, openSite } from './bench-site.mjs';

export const what =
  'milliseconds in one Chromium with cold profiles, in turn: the floor (fetch and bulkPut), this engine, RxDB, PouchDB; median of the rounds. BENCH_ROWS=300 for a short run, BENCH_PARTS=read,sets,send,live for some of the parts';

const FULL = 10_000;
const DELTA = 100;
const SETS_A_SESSION = 5;
const OPERATIONS = 50;
const PEERS = fileURLToPath(new URL('peers/', import.meta.url));
const OURS = [
  { name: 'floor', entry: 'floor.ts' },
  { name: 'longline', entry: 'longline.ts' },
];
const OTHERS = [
  { name: 'rxdb', entry: 'peers/rxdb.mjs' },
  { name: 'pouchdb', entry: 'peers/pouchdb.mjs' },
];

/**
 * @param {{ rows?: number, parts?: string[], peers?: boolean }} options `peers: false` measures only our own contenders
 *   and installs nothing
 */
export async function measure({
  rows = Number(process.env.BENCH_ROWS ?? FULL),
  parts = (process.env.BENCH_PARTS ?? 'read,sets,send,live').split(','),
  peers = true,
} = {}) {
  const rounds = rows < FULL ? 1 : 3;
  const queues = rows < FULL ? [1, Math.min(100, rows)] : [1, 100, 1_000];
  const contenders = peers ? [...OURS, ...OTHERS] : OURS;
  if (peers) await installPeers();
  const world = await openWorld(contenders);
  const taken = new Map();
  const note = (row, column, ms) => {
    const columns = taken.get(row) ?? taken.set(row, {}).get(row);
    (columns[column] ??= []).push(ms);
    if (rows >= FULL) console.log(`${row}, ${column}: ${Math.round(ms)} ms`);
  };
  try {
    if (parts.includes('read')) await read();
    if (parts.includes('sets')) await readSets();
    if (parts.includes('send')) await inPages(sendQueues);
    if (parts.includes('live')) await inPages(follow);
  } finally {
    await world.close();
  }
  return [...taken].map(([what, columns]) => toRow(what, columns));

  /** Reads other people's rows on devices that hold none, all, or nearly all of them. */
  async function read() {
    await world.fill(rows);
    for (let round = 0; round < rounds; round += 1) {
      for (const contender of inTurn(contenders, round)) {
        const page = await world.openPage(contender, 'reader');
        note(`first sync of ${rows}`, contender.name, await page.time(firstSync, rows));
        for (let turn = 0; turn < 5; turn += 1) note('pull with nothing new', contender.name, await page.time(pull));
        const title = await world.change(DELTA);
        await page.run(lookFor, title);
        note(`pull of ${DELTA} changed rows`, contender.name, await page.time(pull));
        await page.run(mustBeSeen);
        await page.close();
      }
    }
  }

  /** Reads the sessions of a trainer who counts. The other engines read sessions only. */
  async function readSets() {
    const ours = contenders.filter(({ name }) => OURS.some((own) => own.name === name));
    await world.fillCounted(rows, SETS_A_SESSION);
    for (let round = 0; round < rounds; round += 1) {
      for (const contender of inTurn(ours, round)) {
        const page = await world.openPage(contender, 'trainer');
        note(`first sync of ${rows} sessions with ${rows * SETS_A_SESSION} sets`, contender.name, await page.time(firstSync, rows));
        await page.close();
      }
    }
  }

  /** Sends changes written offline. */
  async function sendQueues(pages) {
    for (const roundTrip of [0, 50]) {
      for (const count of queues) {
        const row = `${count} changes sent, ${roundTrip} ms round trip`;
        for (let round = 0; round < (count > 100 ? 1 : Math.min(rounds, 3)); round += 1) {
          for (const page of inTurn(pages, round)) {
            await page.run(write, { count, device: `${roundTrip}-${count}-${round}` });
            world.setRoundTrip(roundTrip);
            note(row, page.name, await page.time(send));
            world.setRoundTrip(0);
          }
        }
        if (roundTrip === 0 || count !== queues.at(-1)) continue;
        world.setRoundTrip(roundTrip);
        note(row, 'one request each', await pages[0].time(oneByOne, count));
        world.setRoundTrip(0);
      }
    }
  }

  /** Measures how long a change on one device takes to appear on another. */
  async function follow(pages) {
    for (const page of pages) await page.run(openPair);
    for (const roundTrip of [0, 50]) {
      world.setRoundTrip(roundTrip);
      for (let turn = 0; turn < 7; turn += 1) {
        for (const page of inTurn(pages, turn)) {
          note(
            `a write’s way to the second device, ${roundTrip} ms round trip`,
            page.name,
            await page.time(writeAndSee, `Seen ${roundTrip} ${turn}`),
          );
        }
      }
    }
  }

  async function inPages(run) {
    const pages = await Promise.all(contenders.map((contender) => world.openPage(contender, 'writer')));
    await run(pages);
    for (const page of pages) await page.close();
  }
}

// These functions run in the page. `device` stays there between calls.
const firstSync = async (rows) => {
  globalThis.device = await contender.openDevice('one');
  const held = await globalThis.device.pull();
  if (held < rows) throw new Error(`${held} rows instead of ${rows}`);
};
const pull = () => globalThis.device.pull();
const lookFor = (title) => {
  globalThis.seen = globalThis.device.sees(title);
};
const mustBeSeen = () => globalThis.seen;
const write = async ({ count, device }) => {
  globalThis.device = await contender.openDevice(device);
  await globalThis.device.write(Array.from({ length: count }, (_, place) => `Session ${place} of a long day at the field`));
};
const send = () => globalThis.device.send();
const oneByOne = async (count) => {
  for (let place = 0; place < count; place += 1) {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() };
    const answer = await fetch('/api/videos', {
      method: 'POST',
      headers,
      body: JSON.stringify({ title: `Session ${place} of a long day at the field` }),
    });
    if (!answer.ok) throw new Error(`${answer.status}`);
    await answer.json();
  }
};
const openPair = async () => {
  globalThis.pair = await Promise.all(['one', 'two'].map((name) => contender.openDevice(name)));
  await Promise.all(globalThis.pair.map((device) => device.follow()));
};
const writeAndSee = async (title) => {
  const [one, two] = globalThis.pair;
  const seen = two.sees(title);
  await one.write([title]);
  await seen;
};

/** Opens the servers, people and pages. */
async function openWorld(contenders) {
  const site = await openSite();
  const { url } = site;
  const emails = ['reader', 'trainer', ...contenders.map(({ name }) => `writer-${name}`)].map((name) => `${name}@example.org`);
  const api = await startBuiltServer({ publicUrl: url, env: { ADMIN_EMAILS: emails.join(','), LOG_LEVEL: 'silent' } });
  const pouch = contenders.some(({ name }) => name === 'pouchdb') ? await startPouch(join(api.folder, 'pouch')) : null;
  const pages = join(api.folder, 'pages');
  await bundle(contenders, pages);
  site.leadTo(pages, { api: Number(new URL(api.origin).port), ...(pouch && { pouch: pouch.port }) });
  const executablePath = await mustHaveBrowser();
  const people = new Map();
  let changes = 0;

  async function personOf(name) {
    if (people.has(name)) return people.get(name);
    const cookies = await api.cookiesOf(`${name}@example.org`);
    const headers = {
      'Content-Type': 'application/json',
      Cookie: Object.entries(cookies)
        .map((pair) => pair.join('='))
        .join('; '),
    };
    const { id } = await json(await fetch(`${api.origin}/api/auth/user`, { headers }));
    headers['X-Longline-User'] = id;
    if (pouch) await json(await fetch(`http://127.0.0.1:${pouch.port}/pouch/person-${id}`, { method: 'PUT' }));
    const person = {
      id,
      cookies,
      call: async (path, body) => json(await fetch(api.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })),
    };
    people.set(name, person);
    return person;
  }

  /** Writes through the API in envelopes. @returns the rows, an envelope at a time */
  async function* perform(person, operations) {
    for (let from = 0; from < operations.length; from += OPERATIONS) {
      const { answers } = await person.call('/api/batch', { version: 1, operations: operations.slice(from, from + OPERATIONS) });
      const refused = answers.find(({ status }) => status >= 300);
      if (refused) throw new Error(JSON.stringify(refused));
      yield answers.map(({ body }) => body);
    }
  }

  /** Writes what the reader reads, and stores the returned rows in the peer's database. */
  async function performForReader(operations) {
    const reader = await personOf('reader');
    for await (const rows of perform(reader, operations)) await pouch?.put(`person-${reader.id}`, rows);
  }

  let ids = [];
  return {
    setRoundTrip: site.setRoundTrip,
    async fill(count) {
      ids = Array.from({ length: count }, () => randomUUID());
      await performForReader(ids.map((id, place) => creating('videos', sessionOf(id, place))));
    },
    async fillCounted(count, setsASession) {
      const sessions = Array.from({ length: count }, (_, place) => sessionOf(randomUUID(), place));
      const operations = sessions.flatMap((session) => [
        creating('videos', session),
        ...Array.from({ length: setsASession }, (_, position) => creating('sets', setOf(session, position))),
      ]);
      for await (const _rows of perform(await personOf('trainer'), operations));
    },
    /** Changes this many sessions elsewhere. @returns the newest one's title */
    async change(count) {
      changes += 1;
      const title = `Edited elsewhere, ${changes}`;
      const some = ids.slice(0, count);
      const [newest] = some;
      await performForReader(
        some.map((id) => ({
          key: randomUUID(),
          call: 'videos.update',
          params: { id },
          payload: { title: id === newest ? title : `Edited, ${changes}` },
        })),
      );
      return title;
    },
    async openPage({ name }, who) {
      const person = await personOf(who === 'writer' ? `${who}-${name}` : who);
      const profile = await mkdtemp(join(api.folder, 'profile-'));
      const context = await chromium.launchPersistentContext(profile, {
        executablePath,
        headless: true,
        chromiumSandbox: false,
        serviceWorkers: 'block',
        args: ['--disable-gpu'],
      });
      await context.addCookies(Object.entries(person.cookies).map(([cookie, value]) => ({ name: cookie, value, url })));
      const [page] = context.pages();
      page.on('pageerror', (error) => console.error(`${name}:`, error));
      page.on('console', (message) => {
        // PouchDB requests checkpoints that don't exist yet.
        if (message.type() === 'error' && !message.text().includes('404')) console.error(`${name}: ${message.text()}`);
      });
      await page.goto(`${url}/${name}?user=${person.id}`);
      await page.waitForFunction(() => 'contender' in globalThis);
      return {
        name,
        run: (body, argument) => page.evaluate(body, argument),
        /** Milliseconds by the page's own clock. */
        time: (body, argument) =>
          page.evaluate(`(async () => {
            const began = performance.now();
            await (${body})(${JSON.stringify(argument)});
            return performance.now() - began;
          })()`),
        async close() {
          await context.close();
          await rm(profile, { recursive: true, force: true });
        },
      };
    },
    async close() {
      await site.close();
      await pouch?.stop();
      await api.stop();
    },
  };
}

/** A typical session: a title and two lines of notes. */
const sessionOf = (id, place) => ({
  id,
  title: `Track ${place}, two corners`,
  description: `Laid ${20 + (place % 60)} minutes before, light wind from behind.\nSecond corner overshot by ${place % 5} metres, found alone.`,
  trainedAt: new Date(Date.UTC(2026, 9, 1) - place * 7_200_000).toISOString(),
  trainedZone: 'Europe/London',
});

const creating = (kind, payload) => ({ key: randomUUID(), call: `${kind}.create`, params: {}, payload });

/** A typical set: five reps, tapped half a minute apart. */
const setOf = ({ id: videoId, trainedAt }, position) => ({
  id: randomUUID(),
  videoId,
  exercise: 'Send-away',
  distanceM: 20 + 5 * position,
  hitMeans: 'Straight to the marker, one cue',
  startedAt: trainedAt,
  position,
  reps: Array.from(
    { length: 5 },
    (_, rep) =>
      `${(position * 5 + rep).toString(36).padStart(8, 'k')} ${rep % 4 ? 'hit' : 'miss'} at ${(Date.parse(trainedAt) + rep * 30_000).toString(36)}`,
  ),
});

async function startPouch(folder) {
  await mkdir(folder);
  const port = await freePort();
  const server = spawn(process.execPath, [join(PEERS, 'pouch-server.mjs')], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), FOLDER: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await listenTo(server.stdout, server.stderr).printed((text) => text.includes('ready'), 'the peer’s server');
  const revisions = new Map();
  return {
    port,
    async put(database, rows) {
      const docs = rows.map((row) => ({ ...row, _id: row.id, _rev: revisions.get(row.id) }));
      const answers = await json(
        await fetch(`http://127.0.0.1:${port}/pouch/${database}/_bulk_docs`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ docs }),
        }),
      );
      for (const { id, rev, error } of answers) {
        if (error) throw new Error(error);
        revisions.set(id, rev);
      }
    },
    stop: () => endProgram(server),
  };
}

async function installPeers() {
  if (existsSync(join(PEERS, 'node_modules', '.package-lock.json'))) return;
  console.log('Installing the other engines (about half a minute, once) …');
  // Skip their install scripts: native parts come prebuilt.
  const { ok } = await npm('ci', '--prefix', PEERS, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
  if (!ok) throw new Error('The other engines could not be installed; npm says why above.');
}

async function json(answer) {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const inTurn = (all, round) => all.map((_, place) => all[(place + round) % all.length]);
const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];

function toRow(what, columns) {
  const ms = Object.fromEntries(Object.entries(columns).map(([name, times]) => [name, median(times)]));
  const ratio = (a, b) => (a && b ? (a / b).toFixed(2) : '');
  return {
    what,
    ...Object.fromEntries(Object.entries(ms).map(([name, time]) => [name, time.toFixed(time < 100 ? 1 : 0)])),
    'of floor': ratio(ms.longline, ms.floor),
    'ahead of rxdb': ratio(ms.rxdb, ms.longline),
    'ahead of pouchdb': ratio(ms.pouchdb, ms.longline),
    'ahead of one each': ratio(ms['one request each'], ms.longline),
  };
}
