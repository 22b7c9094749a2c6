// Lighthouse on the built app, mobile, median of three: the landing page signed out, the Training Log signed in.
// `npm run lighthouse`, after a build. Ends with 1 when a score or measure misses its gate (LOOK.md).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright';
import { mustHaveBrowser } from '../../.ci/browser.mjs';

const RUNS = 3;
const SCORES = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const MEASURES = { 'largest-contentful-paint': 2000, 'total-blocking-time': 150, 'cumulative-layout-shift': 0.05 };
const MAIN = fileURLToPath(new URL('../../dist/api/main.js', import.meta.url));
const PERSON = 'lighthouse@example.org';

const folder = await mkdtemp(join(tmpdir(), 'longline-lighthouse-'));
const [port, debugPort] = [await freePort(), await freePort()];
const origin = `http://localhost:${port}`;
const server = spawn(process.execPath, [MAIN], {
  env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), PUBLIC_URL: origin, DATA_DIR: join(folder, 'data') },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let printed = '';
server.stdout.setEncoding('utf8').on('data', (text) => (printed += text));
// Started by hand: a browser under Playwright's eye loses the trace that Lighthouse reads.
const browser = spawn(
  await mustHaveBrowser(),
  [`--remote-debugging-port=${debugPort}`, `--user-data-dir=${join(folder, 'profile')}`, '--headless=new', '--no-sandbox', '--no-first-run', 'about:blank'],
  { stdio: ['ignore', 'ignore', 'pipe'] },
);
browser.stderr.setEncoding('utf8').on('data', (text) => (printed += text));

try {
  await until(() => printed.includes(origin), 'the server to start');
  await until(() => printed.includes('DevTools listening'), 'the browser to start');
  const landing = await gate('Landing page', origin);
  await signIn();
  const log = await gate('Training Log', origin);
  process.exitCode = landing && log ? 0 : 1;
} finally {
  await Promise.all([end(browser), end(server)]);
  await rm(folder, { recursive: true, force: true });
}

async function end(program) {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill();
  await ended;
}

/** @returns {Promise<boolean>} whether the medians pass */
async function gate(name, url) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) {
    runs.push(await measure(url));
  }
  const lines = [
    ...Object.entries(SCORES).map(([score, least]) => {
      const value = Math.round(median(runs.map((lhr) => lhr.categories[score].score)) * 100);
      return { what: score, value, ok: value >= least, limit: `at least ${least}` };
    }),
    ...Object.entries(MEASURES).map(([audit, most]) => {
      const value = Number(median(runs.map((lhr) => lhr.audits[audit].numericValue)).toFixed(audit.startsWith('cumulative') ? 3 : 0));
      return { what: audit, value, ok: value <= most, limit: `at most ${most}` };
    }),
  ];
  console.log(`\n${name}`);
  for (const { what, value, ok, limit } of lines) console.log(`  ${ok ? 'passed' : 'FAILED'}  ${what}: ${value} (${limit})`);
  const blamed = runs.flatMap((lhr) => Object.keys(SCORES).slice(1).flatMap((score) => faults(lhr, score)));
  for (const fault of new Set(blamed)) console.log(`  fault: ${fault}`);
  return lines.every(({ ok }) => ok);
}

/** One run. The browser sometimes loses the beginning of a trace, and nothing was measured then. */
async function measure(url, triesLeft = 3) {
  const result = await lighthouse(url, { port: debugPort, logLevel: 'silent', onlyCategories: Object.keys(SCORES) });
  const error = result?.lhr.runtimeError;
  if (error?.code === 'NO_NAVSTART' && triesLeft > 1) return measure(url, triesLeft - 1);
  if (!result || error) throw new Error(`${url}: ${error?.message ?? 'no result'}`);
  return result.lhr;
}

/** What costs points where 100 is asked for. */
function faults(lhr, category) {
  return lhr.categories[category].auditRefs
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 1)
    .map(({ id }) => `${id}: ${lhr.audits[id].title} ${JSON.stringify(lhr.audits[id].details?.items?.slice(0, 3) ?? '').slice(0, 400)}`);
}

/** The first person to sign in on a new server is its admin, and so has beta access. */
async function signIn() {
  const watched = await chromium.connectOverCDP(`http://127.0.0.1:${debugPort}`);
  const page = await watched.contexts()[0].newPage();
  await page.goto(`${origin}/api/login`);
  await page.getByLabel('Email').fill(PERSON);
  await page.getByRole('button', { name: 'Send code' }).click();
  const code = () => printed.match(new RegExp(`code for ${PERSON.replace('.', '\\.')}: (\\d{6})`))?.[1];
  await until(code, 'the sign-in code');
  await page.getByLabel('Six-digit code').fill(code());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Training Log', level: 1 }).waitFor();
  await page.close();
  await watched.close();
}

/** Waits for what the server or the browser prints. */
function until(condition, what) {
  return new Promise((resolve, reject) => {
    const streams = [server.stdout, browser.stderr];
    const settle = (how) => {
      clearTimeout(timer);
      for (const stream of streams) stream.off('data', look);
      how();
    };
    const look = () => {
      if (condition()) settle(resolve);
    };
    const timer = setTimeout(() => settle(() => reject(new Error(`Waited 30 s for ${what}; printed was:\n${printed}`))), 30_000);
    for (const stream of streams) stream.on('data', look);
    look();
  });
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
