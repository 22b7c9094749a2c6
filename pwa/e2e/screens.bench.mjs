import { cp } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { startBuiltServer } from './built-server.mjs';
import { launchPhone, openedIn, progressIn, saidIn, scrolledOn, slowPage, typedUntil, watchFromTheStart } from './measured-page.mjs';

export const what =
  "one's own screens, offline, at a phone's size and a quarter of the speed: 10,000 sessions with 50,000 sets, 30 dogs, 500 cues, 24 programs";

/**
 * Kennels are created once and reused: delete their folder when `large-kennel.ts` changes. The whole one equals
 * `npm run demo large`. The short form only shows that the benchmark runs.
 */
const WHOLE = { kennel: './demo-data/large', rounds: 5, scrolls: 3 };
const SHORT = {
  kennel: './demo-data/short',
  rounds: 1,
  scrolls: 1,
  large: { sessions: 500, setsASession: 5, dogs: 30, cues: 60, programs: 6 },
};
/** Gives up waiting for the rows after this time, which exceeds what a busy machine needs. */
const LOST_MS = 240_000;
const SCREENS = [
  { name: 'Training Log', path: '/', card: 'article' },
  { name: 'My Dogs', path: '/my-dogs', card: 'main li' },
  { name: 'Cues', path: '/cues?tab=mine', card: 'main li' },
  { name: 'Programs', path: '/programs', card: 'main li' },
];
const GOALS = { opening: 1.2, savedMs: 50, frameMs: 50, typedMs: 100, progressMs: 200 };

export async function measure({ short = false } = {}) {
  const { LARGE, LARGE_EMAIL, SMALL, SMALL_EMAIL, seedLargeKennel } = await import('../../dist/api/db/large-kennel.js');
  const { kennel, rounds, scrolls, large = LARGE } = short ? SHORT : WHOLE;
  await seedLargeKennel({ DATA_DIR: kennel, LOG_LEVEL: 'silent' }, { large });
  const server = await startBuiltServer({ fill: (dataDir) => cp(kennel, dataDir, { recursive: true }) });
  const opened = [];
  try {
    const devices = {
      small: await deviceOf(server, SMALL_EMAIL, SMALL, opened),
      large: await deviceOf(server, LARGE_EMAIL, large, opened),
    };
    await Promise.all(opened.map((context) => context.setOffline(true)));
    console.log(`Node ${process.versions.node}, ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}`);
    return [
      ...(await savings(devices, server.origin, rounds)),
      ...(await openings(devices, server.origin, rounds)),
      ...(await progresses(devices.large, server.origin, rounds)),
      ...(await scrollings(devices.large, server.origin, scrolls)),
      ...(await typings(devices.large, server.origin, scrolls, { session: `no. ${large.sessions / 10}`, cue: `step ${large.cues}` })),
    ];
  } finally {
    for (const context of opened) await context.close();
    await server.stop();
  }
}

/** Opens a signed-in phone that has all rows and works offline. */
async function deviceOf(server, email, size, opened) {
  const context = await launchPhone(join(server.folder, email));
  opened.push(context);
  await watchFromTheStart(context, SCREENS.map(({ card }) => card).join());
  const page = context.pages()[0] ?? (await context.newPage());
  await server.signIn(page, email);
  const { sessions: videos, setsASession, dogs, cues, programs } = size;
  const lostAt = Date.now() + LOST_MS;
  // Poll here: waitForFunction treats the promise itself as truthy.
  while (!(await page.evaluate(holds, { videos, sets: videos * setsASession, dogs, cues, programs }))) {
    if (Date.now() > lostAt) throw new Error(`${email} never got all rows`);
    await page.waitForTimeout(250);
  }
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.close();
  return context;
}

/** Runs in the page: whether each table has at least this many rows. */
async function holds(counts) {
  const name = (await indexedDB.databases()).map((database) => database.name ?? '').find((found) => found.startsWith('longline-'));
  if (!name) return false;
  const database = await new Promise((resolve, reject) => {
    const asked = indexedDB.open(name);
    asked.addEventListener('success', () => resolve(asked.result));
    asked.addEventListener('error', () => reject(asked.error));
  });
  const held = await Promise.all(
    Object.keys(counts).map(
      (store) =>
        new Promise((resolve) => {
          if (!database.objectStoreNames.contains(store)) return resolve(0);
          const asked = database.transaction(store).objectStore(store).count();
          asked.addEventListener('success', () => resolve(asked.result));
        }),
    ),
  );
  database.close();
  return Object.values(counts).every((count, index) => held[index] >= count);
}

async function openings({ small, large }, origin, rounds) {
  const rows = [];
  for (const { name, path } of SCREENS) {
    const times = { small: [], large: [] };
    for (let round = 0; round < rounds; round += 1) {
      for (const [size, context] of [
        ['small', small],
        ['large', large],
      ]) {
        const page = await slowPage(context);
        times[size].push(await openedIn(page, origin + path));
        await page.close();
      }
    }
    const ratio = median(times.large) / median(times.small);
    rows.push({
      what: `${name}: first cards`,
      'ms, small': whole(median(times.small)),
      'ms, large': whole(median(times.large)),
      ratio: ratio.toFixed(2),
      ...(name === 'Training Log' && { goal: `ratio ${GOALS.opening}`, met: ratio <= GOALS.opening }),
    });
  }
  return rows;
}

async function savings({ small, large }, origin, rounds) {
  const pages = { small: await slowPage(small), large: await slowPage(large) };
  const times = { small: [], large: [] };
  for (const page of Object.values(pages)) await openedIn(page, origin);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [size, page] of Object.entries(pages)) {
      await page.bringToFront();
      const took = await saidIn(page, `Measured ${round} ${Date.now()}`);
      // Skip the first save, because it loads the dialog's code.
      if (round > 0) times[size].push(took);
    }
  }
  for (const page of Object.values(pages)) await page.close();
  const [few, many] = [median(times.small), median(times.large)];
  return [
    {
      what: 'Save to session on screen',
      'ms, small': whole(few),
      'ms, large': whole(many),
      ratio: (many / few).toFixed(2),
      goal: `${GOALS.savedMs} ms`,
      met: many <= GOALS.savedMs,
    },
  ];
}

async function scrollings(context, origin, scrolls) {
  const rows = [];
  for (const { name, path } of [{ name: 'a page of plain text (floor)' }, ...SCREENS]) {
    const longest = [];
    const over = [];
    for (let round = 0; round < scrolls; round += 1) {
      const page = await slowPage(context);
      if (path) await openedIn(page, origin + path);
      else await page.setContent('<p>Real training is data, not drama.</p>'.repeat(2_000));
      const frames = await scrolledOn(page, GOALS.frameMs);
      longest.push(frames.longest);
      over.push(frames.over);
      await page.close();
    }
    rows.push({
      what: `${name}: scrolling, longest frame (best of ${scrolls})`,
      'ms, large': whole(Math.min(...longest)),
      ...(path && { goal: `${GOALS.frameMs} ms`, met: Math.min(...over) === 0 }),
      'over 50 ms': over.join(', '),
    });
  }
  return rows;
}

async function typings(context, origin, rounds, words) {
  const rows = [];
  for (const { screen, typed } of [
    { screen: SCREENS[0], typed: words.session },
    { screen: SCREENS[2], typed: words.cue },
  ]) {
    const times = [];
    for (let round = 0; round < rounds; round += 1) {
      const page = await slowPage(context);
      await openedIn(page, origin + screen.path);
      times.push(await typedUntil(page, typed, screen.card));
      await page.close();
    }
    rows.push({
      what: `${screen.name}: last letter of “${typed}” to its first card`,
      'ms, large': whole(median(times)),
      goal: `${GOALS.typedMs} ms`,
      met: median(times) <= GOALS.typedMs,
    });
  }
  return rows;
}

async function progresses(context, origin, rounds) {
  const times = { 'A dog’s exercises': [], 'An exercise with its map': [] };
  for (let round = 0; round < rounds; round += 1) {
    const page = await slowPage(context);
    await openedIn(page, `${origin}/my-dogs`);
    const took = await progressIn(page);
    times['A dog’s exercises'].push(took.profile);
    times['An exercise with its map'].push(took.exercise);
    await page.close();
  }
  return Object.entries(times).map(([name, took]) => ({
    what: `${name}: tap to drawn`,
    'ms, large': whole(median(took)),
    goal: `${GOALS.progressMs} ms`,
    met: median(took) <= GOALS.progressMs,
  }));
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

const whole = (milliseconds) => Math.round(milliseconds);
