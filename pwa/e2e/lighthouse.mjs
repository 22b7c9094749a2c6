// Runs Lighthouse (mobile, median of three) on the built app: the landing page signed out, the Training Log with a few
// sessions, and the public pages of a session with a picture and of one with a film. Run `npm run lighthouse` after a
// build. Exits with 1 if a score or measure misses its gate.
import { spawn } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright';
import { mustHaveBrowser } from '../../.ci/browser.mjs';
import { freePort } from '../../.ci/free-port.mjs';
import { endProgram, listenTo, startBuiltServer } from './built-server.mjs';

const RUNS = 3;
const SCORES = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
// Shared links ask search engines not to index them, which Lighthouse reports as a fault.
const { seo: _, ...NOT_SEARCHED } = SCORES;
const MEASURES = { 'largest-contentful-paint': 2000, 'total-blocking-time': 150, 'cumulative-layout-shift': 0.05 };

const SESSIONS = [
  { title: 'Send-away to second marker', notes: 'Straight line, 40 m. Looked back once at 25 m; shorter next time.' },
  { title: 'Down in motion', notes: 'Six of six, the last two beside the playing children.' },
  { title: 'Track, 400 paces', notes: 'Two articles found. Overshot the second corner and came back by himself.' },
];

const server = await startBuiltServer();
const debugPort = await freePort();
// Start the browser without Playwright, under which Lighthouse would lose its trace.
const browser = spawn(
  await mustHaveBrowser(),
  [
    `--remote-debugging-port=${debugPort}`,
    `--user-data-dir=${join(server.folder, 'profile')}`,
    '--headless=new',
    '--no-sandbox',
    '--no-first-run',
    'about:blank',
  ],
  { stdio: ['ignore', 'ignore', 'pipe'] },
);

try {
  await listenTo(browser.stderr).printed((text) => text.includes('DevTools listening'), 'the browser to start');
  console.log(`Node ${process.versions.node}, ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}`);
  const landing = await gate('Landing page', server.origin);
  await signInWithSessions();
  const log = await gate('Training Log', server.origin);
  const links = await shareSessions();
  const picture = await gate('Public page of a picture', links.picture, NOT_SEARCHED);
  const film = await gate('Public page of a film', links.film, NOT_SEARCHED);
  process.exitCode = landing && log && picture && film ? 0 : 1;
} finally {
  await endProgram(browser);
  await server.stop();
}

/** @returns {Promise<boolean>} whether the medians pass */
async function gate(name, url, scores = SCORES) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) {
    runs.push(await measure(url));
  }
  const lines = [
    ...Object.entries(scores).map(([score, least]) => {
      const value = Math.round(median(runs.map((lhr) => lhr.categories[score].score)) * 100);
      return { what: score, value, ok: value >= least, limit: `at least ${least}` };
    }),
    ...Object.entries(MEASURES).map(([audit, most]) => {
      const value = Number(median(runs.map((lhr) => lhr.audits[audit].numericValue)).toFixed(audit.startsWith('cumulative') ? 3 : 0));
      return { what: audit, value, ok: value <= most, limit: `at most ${most}` };
    }),
  ];
  console.log(`\n${name}`);
  console.table(lines.map(({ what, value, limit, ok }) => ({ measure: what, median: value, gate: limit, passed: ok })));
  const blamed = runs.flatMap((lhr) =>
    Object.keys(scores)
      .slice(1)
      .flatMap((score) => faults(lhr, score)),
  );
  for (const fault of new Set(blamed)) console.log(`  fault: ${fault}`);
  return lines.every(({ ok }) => ok);
}

/** Measures once. Retries when the browser loses the start of the trace, which happens sometimes. */
async function measure(url, triesLeft = 3) {
  const result = await lighthouse(url, { port: debugPort, logLevel: 'silent', onlyCategories: Object.keys(SCORES) });
  const error = result?.lhr.runtimeError;
  if (error?.code === 'NO_NAVSTART' && triesLeft > 1) return measure(url, triesLeft - 1);
  if (!result || error) throw new Error(`${url}: ${error?.message ?? 'no result'}`);
  return result.lhr;
}

/** The audits that cost points in a category. */
function faults(lhr, category) {
  return lhr.categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 1)
    .map(({ id }) => `${id}: ${lhr.audits[id].title} ${JSON.stringify(lhr.audits[id].details?.items?.slice(0, 3) ?? '').slice(0, 400)}`);
}

async function signInWithSessions() {
  const { page, leave } = await openPage();
  await server.signIn(page, 'lighthouse@example.org');
  for (const session of SESSIONS) await logSession(page, session);
  // Wait for sync: the page is measured, not the upload.
  await page.getByText('All synced').first().waitFor();
  await leave();
}

/** Logs and shares a picture and a film, then signs out. @returns {Promise<Record<'picture' | 'film', string>>} the public links */
async function shareSessions() {
  const { page, leave } = await openPage();
  await page.goto(server.origin);
  await page.getByRole('link', { name: SESSIONS[0].title }).waitFor();
  const picture = { name: 'field.jpg', mimeType: 'image/jpeg', buffer: await page.screenshot({ type: 'jpeg' }) };
  const film = { name: 'field.webm', mimeType: 'video/webm', buffer: Buffer.from(await page.evaluate(recordField), 'base64') };
  await logSession(page, { title: 'Blind search', notes: 'Eight hides, seven found.', file: picture });
  await logSession(page, { title: 'Send-away, filmed', notes: 'Straight to the second marker, then a look back.', file: film });
  const links = await page.evaluate(async () => {
    const arrived = async (kind) =>
      (await (await fetch('/api/videos')).json()).find(
        ({ mediaType, thumbnailUrl }) => mediaType?.startsWith(kind) && (thumbnailUrl || kind === 'image/'),
      );
    const share = async (kind) => {
      let session;
      while (!(session = await arrived(kind))) await new Promise((resolve) => setTimeout(resolve, 500));
      const answer = await fetch(`/api/videos/${session.id}/share`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      });
      if (!answer.ok) throw new Error(`Sharing answered ${answer.status}`);
      return `${location.origin}/video/${session.id}`;
    };
    return { picture: await share('image/'), film: await share('video/') };
  });
  await page.context().clearCookies();
  await leave();
  return links;
}

/** Runs in the page: records two seconds of a grass field in full HD, so that the poster is not a flat drawing. */
async function recordField() {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1920, height: 1080 });
  const brush = canvas.getContext('2d');
  const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm', videoBitsPerSecond: 8_000_000 });
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => (recorder.onstop = resolve));
  brush.fillStyle = '#cfdad6';
  brush.fillRect(0, 0, 1920, 400);
  for (let blade = 0; blade < 40_000; blade += 1) {
    brush.fillStyle = `hsl(${95 + Math.random() * 40} ${25 + Math.random() * 25}% ${30 + Math.random() * 30}%)`;
    brush.fillRect(Math.random() * 1920, 400 + Math.random() * 680, 3, 8 + Math.random() * 20);
  }
  recorder.start();
  for (let frame = 0; frame < 60; frame += 1) {
    brush.fillStyle = '#ffefd2';
    brush.fillRect(frame * 30, 600, 40, 24);
    await new Promise(requestAnimationFrame);
  }
  recorder.stop();
  await stopped;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(bytes.reduce((binary, byte) => binary + String.fromCharCode(byte), ''));
}

async function openPage() {
  const watched = await chromium.connectOverCDP(`http://127.0.0.1:${debugPort}`);
  const page = await watched.contexts()[0].newPage();
  // The measured phone's size: the log renders only entries near the screen.
  await page.setViewportSize({ width: 412, height: 823 });
  return {
    page,
    leave: async () => {
      await page.close();
      await watched.close();
    },
  };
}

async function logSession(page, { title, notes, file }) {
  await page.getByRole('button', { name: 'Log a session' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Training Log' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Notes').fill(notes);
  if (file) await dialog.locator('input[type=file]').first().setInputFiles(file);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: title, exact: true }).waitFor();
  await page.locator('dialog').waitFor({ state: 'detached' });
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
