// Measures a page as a person sees it: milliseconds, by the page's clock, from an event to the frame that shows the result.

import { chromium } from 'playwright';
import { mustHaveBrowser } from '../../.ci/browser.mjs';

const SLOWED = 4;
const SCROLL_PX = 12_000;
/** Give up waiting for a frame after this. */
const LOST_MS = 60_000;
const SCROLL_PX_A_SECOND = 4_000;
const TAP_MS = 80;

/**
 * Opens a phone's browser in English, in London.
 * @param {string} profile its folder
 * @param {object} options more of Playwright's options
 */
export const launchPhone = async (profile, options = {}) =>
  chromium.launchPersistentContext(profile, {
    executablePath: await mustHaveBrowser(),
    chromiumSandbox: false,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    hasTouch: true,
    ...options,
  });

/**
 * Adds two globals to every page: `untilShown` resolves with the time of the first drawn frame in which a condition holds;
 * `firstCard` resolves with that time for the page's first card.
 */
export async function watchFromTheStart(context, card) {
  await context.addInitScript(
    ({ selector, lostMs }) => {
      globalThis.untilShown = (holds) =>
        new Promise((resolve, reject) => {
          const asked = performance.now();
          const look = (now) => {
            if (now > asked + lostMs) return reject(new Error(`Never shown: ${holds}`));
            if (!holds()) return void requestAnimationFrame(look);
            // Take the time right after the frame, before any other waiting task.
            void globalThis.scheduler.postTask(() => resolve(performance.now()), { priority: 'user-blocking' });
          };
          requestAnimationFrame(look);
        });
      globalThis.firstCard = globalThis.untilShown(() => document.querySelector(selector));
    },
    { selector: card, lostMs: LOST_MS },
  );
}

export async function slowPage(context) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  return page;
}

/** From the navigation to the frame with the first card. */
export async function openedIn(page, url) {
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate(() => globalThis.firstCard);
}

/** From releasing Save to the frame in which the dialog is gone and the session is in the log. */
export async function saidIn(page, title) {
  // Keep taps apart, or the app ignores the second as part of a double tap.
  await page.waitForTimeout(700);
  await page.getByRole('button', { name: 'Log a session' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Training Log' });
  await dialog.getByLabel('Title').fill(title);
  // Give the draft time to be written, as a thumb moving from the keyboard to Save would.
  await page.waitForTimeout(1_500);
  await page.evaluate((wanted) => {
    const shows = () =>
      [...document.querySelectorAll('dialog')].every((dialog) => !dialog.checkVisibility({ opacityProperty: true })) &&
      [...document.querySelectorAll('article h3')].some((heading) => heading.textContent === wanted);
    // Start checking at pointerup: checks in earlier frames would cost time in each.
    globalThis.saved = new Promise((resolve) => {
      const tapped = ({ timeStamp }) => resolve(globalThis.untilShown(shows).then((drawn) => drawn - timeStamp));
      document.addEventListener('pointerup', tapped, { capture: true, once: true });
    });
  }, title);
  await tapLikeAThumb(page, dialog.getByRole('button', { name: 'Save' }));
  const took = await page.evaluate(() => globalThis.saved);
  // Wait for the write as well: a page closed earlier would keep only a draft.
  await page.locator('dialog').waitFor({ state: 'detached' });
  return took;
}

/** From releasing a dog's card to the frame with its exercises, and from releasing the first of them to the frame with its map. */
export async function progressIn(page) {
  // Wait as a person looks first, so that the dialogs' code is loaded.
  await page.waitForTimeout(2_500);
  const profile = await drawnAfterTap(page, page.getByRole('article').getByRole('button').first(), '.skill');
  // Keep taps apart, or the app ignores the second as part of a double tap.
  await page.waitForTimeout(1_000);
  const exercise = await drawnAfterTap(page, page.locator('.skill').first(), '.proof');
  return { profile, exercise };
}

/** @param selector of what the tap draws */
async function drawnAfterTap(page, button, selector) {
  await page.evaluate((wanted) => {
    globalThis.drawn = new Promise((resolve) => {
      const tapped = ({ timeStamp }) =>
        resolve(globalThis.untilShown(() => document.querySelector(wanted)).then((shown) => shown - timeStamp));
      document.addEventListener('pointerup', tapped, { capture: true, once: true });
    });
  }, selector);
  await tapLikeAThumb(page, button);
  return page.evaluate(() => globalThis.drawn);
}

/** Taps with a realistic duration, so that work on press is not counted as work on release. */
export async function tapLikeAThumb(page, button) {
  const { x, y, width, height } = await button.boundingBox();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + width / 2, y: y + height / 2 }] });
  await page.waitForTimeout(TAP_MS);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await devtools.detach();
}

/** Flicks down and up. @returns the longest time between two frames, the number above `allowedMs`, and the frame count */
export async function scrolledOn(page, allowedMs) {
  // Wait as a person reads first, so that remaining work from opening is not measured as scrolling.
  await page.waitForTimeout(2_500);
  await page.evaluate(() => {
    const frames = [];
    let before = performance.now();
    const note = (now) => {
      frames.push(now - before);
      before = now;
      globalThis.nextFrame = requestAnimationFrame(note);
    };
    globalThis.frames = frames;
    requestAnimationFrame((now) => {
      before = now;
      globalThis.nextFrame = requestAnimationFrame(note);
    });
  });
  const devtools = await page.context().newCDPSession(page);
  for (const yDistance of [-SCROLL_PX, SCROLL_PX / 2]) {
    await devtools.send('Input.synthesizeScrollGesture', {
      x: 195,
      y: 420,
      yDistance,
      speed: SCROLL_PX_A_SECOND,
      gestureSourceType: 'touch',
    });
  }
  const frames = await page.evaluate(() => {
    cancelAnimationFrame(globalThis.nextFrame);
    return globalThis.frames;
  });
  return { longest: Math.max(...frames), over: frames.filter((ms) => ms > allowedMs).length, count: frames.length };
}

/** From the last letter typed to the frame in which the first card has the words. */
export async function typedUntil(page, words, card) {
  const search = page.getByRole('searchbox');
  if (!(await search.isVisible())) await page.getByRole('button', { name: 'Search and filter' }).click();
  await search.pressSequentially(words.slice(0, -1), { delay: 120 });
  // Wait for the results of the earlier letters: only the last letter is measured.
  await page.waitForTimeout(1_000);
  await page.evaluate(
    ({ selector, wanted }) => {
      let typed = 0;
      document.addEventListener('input', (event) => (typed = event.timeStamp), { capture: true, once: true });
      const shows = () => typed > 0 && document.querySelector(selector)?.textContent?.includes(wanted);
      globalThis.found = globalThis.untilShown(shows).then((drawn) => drawn - typed);
    },
    { selector: card, wanted: words },
  );
  await search.press(words.at(-1));
  return page.evaluate(() => globalThis.found);
}
