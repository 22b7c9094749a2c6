// Takes every screen in each state on a phone and a desktop, in both themes, into `screenshots/`, which git ignores.
// `npm run screenshots`, after a build; with words, only those with one of them in their path, such as `phone-light` or
// `log-add`. `--keep` takes only the pictures of the manifest and of the README, and renews these.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { mustHaveBrowser } from '../../.ci/browser.mjs';
import { startBuiltServer } from './built-server.mjs';
import { leadTo, STATES } from './screen-states.mjs';
import { fillKennel } from './screenshot-kennel.mjs';

const ROOT = new URL('../../', import.meta.url);
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
const THEMES = ['light', 'dark'];
/** Pictures that are kept in the repository, by state, size and theme. */
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
  for (const [size, viewport] of Object.entries(SIZES))
    for (const theme of THEMES) {
      const folder = fileURLToPath(new URL(`screenshots/${size}-${theme}/`, ROOT));
      await mkdir(folder, { recursive: true });
      for (const state of STATES) {
        if (keep ? !isKept(state.name, size, theme) : !isAsked(`${size}-${theme}/${state.name}`)) continue;
        await take(state, { size, viewport, theme, folder, cookies: cookies[state.who] });
      }
    }
} finally {
  await browser.close();
  await server.stop();
}
process.stdout.write(`${taken} screenshots in screenshots/${failed > 0 ? `, ${failed} not taken` : ''}\n`);
if (failed > 0) process.exitCode = 1;

/** Each in a context of its own, as nothing of one state may be seen in the next. */
async function take(state, { size, viewport, theme, folder, cookies }) {
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: size === 'phone' ? 2 : 1,
    hasTouch: size === 'phone',
    isMobile: size === 'phone',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  });
  try {
    await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: server.origin })));
    await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
    const page = await context.newPage();
    await leadTo(page, server.origin, state);
    await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.loading === 'lazy'));
    const picture = sharp(await page.screenshot()).png({ palette: true, compressionLevel: 9 });
    await picture.toFile(`${folder}${state.name}.png`);
    taken += 1;
    const kept = keep && isKept(state.name, size, theme);
    if (!kept) return;
    const target = fileURLToPath(new URL(kept.to, ROOT));
    await mkdir(fileURLToPath(new URL('.', new URL(kept.to, ROOT))), { recursive: true });
    await picture.toFile(target);
  } catch (error) {
    failed += 1;
    process.stderr.write(`${size}-${theme}/${state.name}: ${String(error).split('\n')[0]}\n`);
  } finally {
    await context.close();
  }
}
