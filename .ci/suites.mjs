import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mustHaveBrowser } from './browser.mjs';
import { buildIfStale, compile } from './build.mjs';
import { mustHavePrograms } from './debian-packages.mjs';
import { mustHaveFfmpeg } from './ffmpeg.mjs';
import { ROOT, run } from './run-program.mjs';

const S3_SERVER = {
  programs: ['ceph', 'ceph-authtool', 'ceph-mon', 'ceph-osd', 'monmaptool', 'radosgw', 'radosgw-admin'],
  packages: ['ceph-common', 'ceph-mon', 'ceph-osd', 'radosgw'],
  what: 'an S3 server',
};
/** WebKitGTK's driver, and a virtual screen for it. */
const WEBKIT = { programs: ['WebKitWebDriver', 'Xvfb'], packages: ['webkit2gtk-driver', 'xvfb'], what: 'WebKit' };
const NGINX = { programs: ['nginx', 'openssl'], packages: ['nginx-light', 'openssl'], what: 'a proxy' };
const CADDY = { programs: ['caddy', 'openssl'], packages: ['caddy', 'openssl'], what: 'a proxy with TLS' };
const PGBOUNCER = { programs: ['pgbouncer'], packages: ['pgbouncer'], what: 'a pooler of connections' };
const PROMTOOL = { programs: ['promtool'], packages: ['prometheus'], what: "Prometheus's tool for alert rules" };
const FIREFOX = { programs: ['firefox-esr'], packages: ['firefox-esr'], what: 'Firefox' };

/**
 * The suites of vitest.config.ts and what each needs. `installs` and `builds` throw if they fail; `lacks` resolves with the
 * reason if this machine cannot run the suite at all.
 */
const SUITES = {
  /** Measures time and memory. */
  alone: { installs: [mustHaveFfmpeg], builds: [compiledServer] },
  unit: { installs: [], builds: [] },
  // Without promtool or PgBouncer, their tests are skipped.
  api: { installs: [mustHaveFfmpeg, () => mustHavePrograms(PROMTOOL), () => mustHavePrograms(PGBOUNCER)], builds: [compiledServer] },
  s3: { installs: [mustHaveFfmpeg], builds: [compiledServer], lacks: () => mustHavePrograms(S3_SERVER) },
  e2e: { installs: [mustHaveFfmpeg, nameBrowser], builds: [buildIfStale] },
  nginx: { installs: [mustHaveFfmpeg, nameBrowser], builds: [buildIfStale], lacks: () => mustHavePrograms(NGINX) },
  stack: {
    installs: [mustHaveFfmpeg, nameBrowser],
    builds: [buildIfStale],
    lacks: async () => (await mustHavePrograms(CADDY)) ?? mustHavePrograms(S3_SERVER),
  },
  firefox: { installs: [mustHaveFfmpeg], builds: [buildIfStale], lacks: () => mustHavePrograms(FIREFOX) },
  webkit: { installs: [mustHaveFfmpeg], builds: [buildIfStale], lacks: () => mustHavePrograms(WEBKIT) },
};

/** The projects of vitest.config.ts in a suite. A suite that is not listed has one project, of the same name. */
const PROJECTS = { unit: ['unit', 'unit-components', 'unit-sync'] };

/**
 * Installs what these suites need, in the given order, while the caller runs other checks. It installs one thing at a time,
 * because installations lock each other out, and reports no failures: `prepareSuite` tries again and reports them.
 * @returns {Map<string, Promise<unknown>>} by suite, a promise that resolves when its installations have ended
 */
export function installAhead(names) {
  const ends = new Map();
  let last = Promise.resolve();
  for (const name of names) {
    last = last.then(() => install(SUITES[name])).catch(() => undefined);
    ends.set(name, last);
  }
  return ends;
}

async function install({ installs, lacks }) {
  for (const provide of installs) await provide();
  return lacks?.();
}

/**
 * Prepares this machine for a suite.
 * @returns {Promise<string | undefined>} the reason if it cannot run here
 * @throws if something that every machine must have is missing and could not be installed
 */
export async function prepareSuite(name) {
  const reason = await install(SUITES[name]);
  if (reason === undefined) for (const build of SUITES[name].builds) await build();
  return reason;
}

/**
 * Runs a suite, which may be several projects, or some of its files.
 * @param words for Vitest: files and options
 * @param options for `run`
 */
export const runSuite = (name, words, options) =>
  run(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...(PROJECTS[name] ?? [name]).flatMap((project) => ['--project', project]), ...words],
    options,
  );

export const isTestFile = (path) => /\.test\.(tsx?|mjs)$/.test(path) && existsSync(path);

/** The suite that runs a test file, by its path from the root. Media tests also run in `s3`, but only on request. */
export function suiteOf(path) {
  const engine = /^pwa\/e2e\/engines\/(firefox|webkit)\.test\.ts$/.exec(path)?.[1];
  if (engine) return engine;
  if (/^pwa\/e2e\/(through-nginx|rolling-restart)\.test\.ts$/.test(path)) return 'nginx';
  if (path === 'pwa/e2e/stack.test.ts') return 'stack';
  if (path.startsWith('pwa/e2e/')) return 'e2e';
  if (path.endsWith('.alone.test.ts')) return 'alone';
  if (path.endsWith('.bucket.test.ts')) return 's3';
  return path.startsWith('api/') && !path.startsWith('api/contract/') ? 'api' : 'unit';
}

export async function nameBrowser() {
  process.env.CHROMIUM_PATH = await mustHaveBrowser();
}

/** Some API tests start the compiled server. One asks that server for the app's page, and an older build of the page is enough. */
async function compiledServer() {
  if (!existsSync(join(ROOT, 'dist/pwa/index.html'))) return buildIfStale();
  if (!(await compile())) throw new Error('The server does not compile; the lines above say where.');
}
