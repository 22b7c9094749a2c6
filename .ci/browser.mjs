import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, nodeProgram, run } from './run-program.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

/**
 * Finds or installs a browser for the tests: an installed Chrome or Chromium, otherwise Playwright's, otherwise Debian's package.
 * @returns {Promise<string>} path for CHROMIUM_PATH
 * @throws if none can be installed
 */
export async function mustHaveBrowser() {
  const found = installed() ?? (await playwrights());
  if (found) return found;
  console.log('Fetching a browser for the tests (about a minute, once) …');
  await nodeProgram('playwright/cli.js', 'install', 'chromium');
  const fetched = await playwrights();
  if (fetched) return fetched;
  if (process.getuid?.() === 0) {
    await run('apt-get', ['update', '-qq']);
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env: { DEBIAN_FRONTEND: 'noninteractive' } });
  }
  const packaged = installed();
  if (packaged) return packaged;
  throw new Error('The browser tests need Chrome or Chromium, and none could be installed. Install one, or name it in CHROMIUM_PATH.');
}

function installed() {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [process.env.CHROMIUM_PATH, ...onPath, ...MAC].find((path) => path && isProgram(path));
}

async function playwrights() {
  const { chromium } = await import(pathToFileURL(join(ROOT, 'node_modules/playwright/index.mjs')).href);
  const path = chromium.executablePath();
  // Only starting it shows whether a library that Chromium needs is missing.
  return existsSync(path) && (await run(path, ['--version'], { quiet: true })).ok ? path : undefined;
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
