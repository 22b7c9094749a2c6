import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { startBuiltServer } from './built-server.mjs';
import { killBrowser } from './kill-browser.mjs';
import { launchPhone, slowPage, tapLikeAThumb, watchFromTheStart } from './measured-page.mjs';

export const what =
  'field mode, offline, on a phone: taps at a quarter of the speed, and the browser killed at a random moment of counting';

const EMAIL = 'kate@longline.example';
const WHOLE = { taps: 150, kills: 100 };
/** Only shows that the benchmark runs. */
const SHORT = { taps: 10, kills: 3 };
/** Kills per set: a set holds a few hundred reps. */
const KILLS_A_SET = 10;
/** Taps closer than 250 ms count once. */
const TAPS_APART_MS = 300;
/** Buttons that have just appeared take no tap for 600 ms. */
const SETTLING_MS = 1_000;
const KILLED_WITHIN_MS = 2_500;
const GOAL_MS = 50;

/** The knots on screen, for example '2 of 3: hit, miss, hit'. */
const KNOTS = '.field-view [role=img]';

export async function measure({ short = false } = {}) {
  const { taps, kills } = short ? SHORT : WHOLE;
  const server = await startBuiltServer();
  const phone = await phoneOf(server);
  try {
    const sets = await startOnline(phone, server, 1 + Math.ceil(kills / KILLS_A_SET));
    console.log(`Node ${process.versions.node}, ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}`);
    return [...(await tapping(phone, sets.pop(), taps)), await killing(phone, sets, kills)];
  } finally {
    await phone.context?.close();
    await server.stop();
  }
}

async function phoneOf(server) {
  const phone = { context: null, open };
  async function open(offline) {
    phone.context = await launchPhone(join(server.folder, 'phone'), { isMobile: true, offline });
    await watchFromTheStart(phone.context, KNOTS);
    return phone.context.pages()[0] ?? phone.context.newPage();
  }
  return phone;
}

/** Signs in and waits until the phone has the sets. @returns the addresses that count them */
async function startOnline(phone, server, count) {
  const page = await phone.open(false);
  await server.signIn(page, EMAIL);
  const post = async (path, data) => {
    const answer = await page.request.post(server.origin + path, { data });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}`);
    return (await answer.json()).id;
  };
  const videoId = await post('/api/videos', { title: 'Send-away' });
  const sets = [];
  for (let position = 0; position < count; position += 1)
    sets.push(`${server.origin}/field?set=${await post('/api/sets', { videoId, exercise: 'Send-away', repsAsked: 200, position })}`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  for (const set of sets) {
    await page.goto(set);
    await page.getByRole('button', { name: 'Hit', exact: true }).waitFor();
  }
  // A killed browser loses cookies that it has not written yet; a closed one writes them.
  await phone.context.close();
  return sets;
}

/**
 * From the end of each tap until it is stored, and to the frame with its knot, which is drawn afterwards. A bare write, half of
 * them before and half after, says how much of that is the browser's own.
 */
async function tapping(phone, set, taps) {
  await phone.open(true);
  const { origin } = new URL(set);
  const bare = await bareWrites(phone.context, origin, Math.ceil(taps / 2));
  const page = await slowPage(phone.context);
  await page.goto(set);
  const hit = page.getByRole('button', { name: 'Hit', exact: true });
  await hit.waitFor();
  await page.waitForTimeout(SETTLING_MS);
  await page.evaluate((selector) => {
    const knots = () => document.querySelector(selector)?.getAttribute('aria-label');
    globalThis.took = { stored: [], drawn: [] };
    let tappedAt = 0;
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function addAndNote(...row) {
      const since = tappedAt;
      if (this.name === 'taps') this.transaction.addEventListener('complete', () => globalThis.took.stored.push(performance.now() - since));
      return add.apply(this, row);
    };
    document.addEventListener(
      'pointerup',
      ({ timeStamp }) => {
        tappedAt = timeStamp;
        const before = knots();
        void globalThis.untilShown(() => knots() !== before).then((drawn) => globalThis.took.drawn.push(drawn - timeStamp));
      },
      { capture: true },
    );
  }, KNOTS);
  for (let tap = 1; tap <= taps; tap += 1) {
    await tapLikeAThumb(page, hit);
    await page.waitForFunction((count) => globalThis.took.drawn.length === count, tap);
    await page.waitForTimeout(TAPS_APART_MS);
  }
  const { stored, drawn } = await page.evaluate(() => globalThis.took);
  bare.push(...(await bareWrites(phone.context, origin, Math.floor(taps / 2))));
  await phone.context.close();
  const p95 = at(stored, 0.95);
  return [
    { what: `${taps} bare writes at a quarter of the speed`, ...figures(bare) },
    { what: `${taps} taps at a quarter of the speed, to the store`, ...figures(stored), goal: `p95 ${GOAL_MS}`, met: p95 <= GOAL_MS },
    { what: `${taps} taps at a quarter of the speed, to the knot`, ...figures(drawn) },
  ];
}

/** On a page without the app, which stores a record at the end of each tap. @returns milliseconds of each */
async function bareWrites(context, origin, taps) {
  const page = await slowPage(context);
  await page.goto(`${origin}/favicon.svg`);
  await page.evaluate(async () => {
    const opening = indexedDB.open('bare', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('taps', { autoIncrement: true });
    await new Promise((resolve) => (opening.onsuccess = resolve));
    globalThis.took = [];
    document.addEventListener('pointerup', ({ timeStamp }) => {
      const transaction = opening.result.transaction('taps', 'readwrite', { durability: 'relaxed' });
      transaction.oncomplete = () => globalThis.took.push(performance.now() - timeStamp);
      transaction.objectStore('taps').add({ tap: timeStamp });
      transaction.commit();
    });
  });
  for (let tap = 1; tap <= taps; tap += 1) {
    await tapLikeAThumb(page, page.locator('svg'));
    await page.waitForFunction((count) => globalThis.took.length === count, tap);
    await page.waitForTimeout(TAPS_APART_MS);
  }
  const took = await page.evaluate(() => globalThis.took);
  await page.close();
  return took;
}

const figures = (took) => ({ 'median ms': Math.round(at(took, 0.5)), 'p95 ms': Math.round(at(took, 0.95)) });

const at = (took, share) => took.toSorted((a, b) => a - b)[Math.min(took.length - 1, Math.floor(took.length * share))];

/** Counts with the H key and kills the browser meanwhile. A tap is acknowledged once the page has drawn its knot. */
async function killing(phone, sets, kills) {
  const random = chance(20_261_128);
  let acknowledged = 0;
  let lost = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const set = sets[Math.floor(kill / KILLS_A_SET)];
    const before = await countedIn(phone, set);
    const page = await phone.open(true);
    let drawn = before;
    await page.exposeFunction('drew', (reps) => (drawn = reps));
    await page.goto(set);
    await page.getByRole('button', { name: 'Hit', exact: true }).waitFor();
    await page.evaluate((selector) => {
      const tell = () => void globalThis.drew(Number(/of (\d+):/.exec(document.querySelector(selector)?.ariaLabel ?? '')?.[1] ?? 0));
      new MutationObserver(tell).observe(document.body, { subtree: true, childList: true, attributes: true });
    }, KNOTS);
    const killAt = performance.now() + random() * KILLED_WITHIN_MS;
    const tapped = (async () => {
      while (performance.now() < killAt) {
        await page.keyboard.press('h');
        await page.waitForTimeout(Math.min(TAPS_APART_MS, Math.max(0, killAt - performance.now())));
      }
    })();
    await tapped;
    await killBrowser(phone.context);
    const found = await countedIn(phone, set);
    acknowledged += drawn - before;
    lost += Math.max(0, drawn - found);
  }
  return { what: `${kills} kills while counting`, 'acknowledged taps': acknowledged, lost, goal: '0 lost', met: lost === 0 };
}

/** How many reps the set has after the browser has started again. */
async function countedIn(phone, set) {
  const page = await phone.open(true);
  await page.goto(set);
  await page.getByRole('button', { name: 'Hit', exact: true }).waitFor();
  await page.evaluate(untilTapsAreInSets);
  // The page may not have drawn the last one yet.
  await page.reload();
  await page.getByRole('button', { name: 'Hit', exact: true }).waitFor();
  const label = (await page.locator(KNOTS).getAttribute('aria-label')) ?? '';
  await phone.context.close();
  return Number(/of (\d+)/.exec(label)?.[1] ?? 0);
}

/** Waits until no tap waits to be put into its set. Runs in the page. */
async function untilTapsAreInSets() {
  const result = (request) =>
    new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: reject }));
  const { name } = (await indexedDB.databases()).find((database) => /^longline-[0-9a-f-]{36}$/.test(database.name));
  const database = await result(indexedDB.open(name));
  const waiting = () => result(database.transaction('taps').objectStore('taps').count());
  while ((await waiting()) > 0) await new Promise(requestAnimationFrame);
  database.close();
}

/** A repeatable sequence of numbers from 0 to 1. */
function chance(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
