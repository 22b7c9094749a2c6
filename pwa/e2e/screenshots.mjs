// Takes screenshots of every screen state on phone and desktop, in both themes, into `screenshots/`, which git ignores.
// Run `npm run screenshots` after a build. Arguments select paths that contain one of them, such as `phone-light` or
// `log-add`. `--keep` takes only the pictures in the repository (manifest, README) and replaces them.
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { mustHaveBrowser } from '../../.ci/browser.mjs';
import { startBuiltServer } from './built-server.mjs';
import { leaveFirstRun } from './leave-first-run.mjs';
import { isForItself, leadTo, STATES } from './screen-states.mjs';
import { fillKennel } from './screenshot-kennel.mjs';

const ROOT = new URL('../../', import.meta.url);
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
const THEMES = ['light', 'dark'];
/** Pictures in the repository, by state, size and theme. */
const KEPT = [
  { state: 'log', size: 'phone', theme: 'light', to: 'pwa/public/pictures/training-log-narrow.png' },
  { state: 'dogs', size: 'phone', theme: 'light', to: 'pwa/public/pictures/my-dogs-narrow.png' },
  { state: 'log', size: 'desktop', theme: 'light', to: 'pwa/public/pictures/training-log-wide.png' },
  { state: 'log-add-with-file', size: 'phone', theme: 'dark', to: 'docs/pictures/add-session.png' },
  { state: 'dog-profile', size: 'phone', theme: 'light', to: 'docs/pictures/dog-profile.png' },
  { state: 'program-edit', size: 'phone', theme: 'dark', to: 'docs/pictures/program.png' },
];

const asked = process.argv.slice(2);
const keep = asked.includes('--keep');
const words = asked.filter((word) => word !== '--keep');
const isAsked = (path) => words.length === 0 || words.some((word) => path.includes(word));
const isKept = (name, size, theme) => KEPT.find((each) => each.state === name && each.size === size && each.theme === theme);

let failed = 0;
let taken = 0;
const server = await startBuiltServer();
const browser = await chromium.launch({ executablePath: await mustHaveBrowser(), chromiumSandbox: false });
try {
  const cookies = { ...(await fillKennel(server)), nobody: {} };
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const theme of THEMES) await mkdir(at(`screenshots/${size}-${theme}/`), { recursive: true });
    /** One page per person, used for one state after the other. */
    const pages = new Map();
    for (const state of STATES) {
      const themes = THEMES.filter((theme) => (keep ? isKept(state.name, size, theme) : isAsked(`${size}-${theme}/${state.name}`)));
      if (themes.length === 0) continue;
      const { who } = state;
      if (!isForItself(state) && !pages.has(who)) pages.set(who, await openPage({ size, viewport, cookies: cookies[who] }));
      const page = isForItself(state) ? await openPage({ size, viewport, cookies: cookies[who] }) : pages.get(who);
      try {
        await leadTo(page, server.origin, state);
        for (const theme of themes) await take(page, { state, size, theme });
      } catch (error) {
        failed += 1;
        process.stderr.write(`${size}/${state.name}: ${String(error).split('\n')[0]}\n`);
      }
      if (isForItself(state)) await page.context().close();
    }
    for (const page of pages.values()) await page.context().close();
  }
} finally {
  await browser.close();
  await server.stop();
}
process.stdout.write(`${taken} screenshots in screenshots/${failed > 0 ? `, ${failed} states not reached` : ''}\n`);
if (failed > 0) process.exitCode = 1;

async function openPage({ size, viewport, cookies }) {
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: size === 'phone' ? 2 : 1,
    hasTouch: size === 'phone',
    isMobile: size === 'phone',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  });
  await leaveFirstRun(context);
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: server.origin })));
  return context.newPage();
}

async function take(page, { state, size, theme }) {
  // Like a theme change in another tab, so that open dialogs stay open.
  await page.evaluate((chosen) => {
    localStorage.setItem('theme', chosen);
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: chosen }));
    document.documentElement.dataset.theme = chosen;
  }, theme);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.loading === 'lazy'));
  const picture = await page.screenshot({ animations: 'disabled' });
  await writeFile(at(`screenshots/${size}-${theme}/${state.name}.png`), picture);
  taken += 1;
  const kept = keep && isKept(state.name, size, theme);
  if (kept) await sharp(picture).png({ palette: true, compressionLevel: 9 }).toFile(at(kept.to));
}

function at(path) {
  return fileURLToPath(new URL(path, ROOT));
}
