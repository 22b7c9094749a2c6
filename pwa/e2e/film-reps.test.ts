import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureSlowness } from '../../api/testing/machine-speed.ts';
import { becomePartners } from './harness/as-person.ts';
import { DESKTOP, type Device, openDevice, PHONE } from './harness/browser.ts';
import { addSession, card } from './harness/log.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { resize } from './harness/resize.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';

const [KATE, OWEN] = ['kate@example.org', 'owen@example.org'];
const TITLE = 'Box search';
/** Five seconds. */
const FILM = fileURLToPath(new URL('../../api/db/demo-media/boxes.mp4', import.meta.url));

/** A second, and in proportion on a machine that is slower than usual. */
const SOON_MS = 1_000 * measureSlowness();

let server: Server;
let phone: Device;
let partners: Device;
let kate: Page;

beforeAll(async () => {
  [server, phone, partners] = await Promise.all([startServer({ env: { ADMIN_EMAILS: `${KATE},${OWEN}` } }), openDevice(), openDevice()]);
  kate = phone.page();
  await signIn(kate, server, KATE);
  await signIn(partners.page(), server, OWEN);
  await becomePartners(kate, partners.page());
  await readyForOffline(kate);
  await phone.setOffline(true);
  await addSession(kate, server.url, { title: TITLE, media: FILM });
  await card(kate, TITLE).getByRole('link', { name: TITLE, exact: true }).click();
});

afterAll(async () => {
  await phone?.discard();
  await partners?.discard();
  await server?.stop();
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const film = (page: Page) => page.getByLabel(`Video: ${TITLE}`, { exact: true });
const knots = (page: Page) => page.locator('.film-rep').evaluateAll((reps) => reps.map(({ classList }) => classList[1]));
const now = () => film(kate).evaluate((video: HTMLVideoElement) => video.currentTime);

/** Pauses the film at this moment. */
async function pauseAt(seconds: number) {
  await film(kate).evaluate(async (video: HTMLVideoElement, moment) => {
    video.pause();
    const sought = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
    video.currentTime = moment;
    await sought;
  }, seconds);
}

/** Taps and waits until the film plays at or behind `from`. @returns milliseconds */
const playsAfter = async (page: Page, name: string, from: number) => {
  const start = await page.evaluate(() => performance.now());
  await button(page, name).click();
  const end = await page.waitForFunction(
    ([label, least]) => {
      const video = document.querySelector<HTMLVideoElement>(`video[aria-label="${label}"]`);
      return video && !video.paused && !video.seeking && video.currentTime >= least && performance.now();
    },
    [`Video: ${TITLE}`, from] as const,
  );
  return Number(await end.jsonValue()) - start;
};

/** The moments that the film jumps to from now on. */
async function watchJumps(page: Page) {
  await film(page).evaluate((video: HTMLVideoElement) => {
    video.addEventListener('seeking', () => (video.dataset['jumps'] = `${video.dataset['jumps'] ?? ''} ${video.currentTime.toFixed(1)}`));
  });
  return () => film(page).evaluate((video: HTMLVideoElement) => video.dataset['jumps'] ?? '');
}

it('marks reps in a film that only this device has, by taps and keys', async () => {
  await button(kate, 'Mark reps').click();
  await expect.poll(() => kate.evaluate(() => document.activeElement?.textContent)).toBe('Mark reps');
  await button(kate, 'Pause').waitFor();
  await pauseAt(0.5);
  await button(kate, 'Hit').click();
  await expect.poll(() => knots(kate)).toEqual(['hit']);
  await pauseAt(1);
  await button(kate, 'Miss').click();
  await expect.poll(() => knots(kate)).toEqual(['hit', 'miss']);
  await pauseAt(4);
  await kate.keyboard.press('h');
  await expect.poll(() => knots(kate)).toEqual(['hit', 'miss', 'hit']);
  expect(await kate.getByLabel('Exercise').locator(':checked').innerText()).toBe(`${TITLE}, 2/3`);
  expect(await kate.getByRole('status').filter({ hasText: 'Hit. 2/3' }).count()).toBe(1);
});

it('takes back the rep marked last and goes to shortly before it', async () => {
  await button(kate, 'Undo').click();
  await expect.poll(() => knots(kate)).toEqual(['hit', 'miss']);
  await expect.poll(now).toBe(2);
  await pauseAt(4);
  await button(kate, 'Miss').click();
  await pauseAt(2.5);
  await button(kate, 'Helped').click();
  await expect.poll(() => knots(kate)).toEqual(['hit', 'miss', 'helped', 'miss']);
});

it('has halves for a thumb in every window, without faults', async () => {
  await expectNoFaults(kate);
  for (const size of [{ width: 390, height: 470 }, { width: 844, height: 390 }, { width: 320, height: 568 }, DESKTOP, PHONE]) {
    await resize(kate, size);
    for (const name of ['Done', 'Undo', 'Helped', 'Miss', 'Hit']) {
      const box = await button(kate, name).boundingBox();
      const isWhole = box && box.y >= 0 && box.y + box.height <= size.height && box.x >= 0 && box.x + box.width <= size.width;
      expect(isWhole && box.height >= 44, `${name} at ${size.width}x${size.height}`).toBe(true);
    }
    const [stage, half] = [await kate.locator('.film-stage').boundingBox(), await button(kate, 'Hit').boundingBox()];
    expect(stage!.height, `film at ${size.width}x${size.height}`).toBeGreaterThanOrEqual(64);
    expect(half!.height, `half at ${size.width}x${size.height}`).toBeGreaterThanOrEqual(88);
  }
});

it('plays the misses one after the other within a second of the tap, then waits', async () => {
  await button(kate, 'Done').click();
  expect(await playsAfter(kate, '2 misses', 0)).toBeLessThan(SOON_MS);
  const jumps = await watchJumps(kate);
  await kate.getByRole('listitem').filter({ hasText: 'Rep 2' }).getByRole('button', { name: 'Miss 0:01.00' }).waitFor();
  await film(kate).evaluate((video: HTMLVideoElement) => (video.playbackRate = 4));
  await expect.poll(jumps).toBe(' 1.0');
  await button(kate, 'Play').waitFor();
  expect(await now()).toBeGreaterThan(4.8);
  expect(await jumps()).toBe(' 1.0');
  await expectNoFaults(kate);
});

it('plays the hits, or any rep of the list', async () => {
  await button(kate, 'All').click();
  const items = kate.getByRole('list', { name: 'Reps in the film' }).getByRole('button');
  await expect.poll(() => items.count()).toBe(4);
  await button(kate, 'Hits').click();
  await expect.poll(() => items.count()).toBe(1);
  await button(kate, 'Misses').click();
  await items.last().click();
  await expect.poll(now).toBeGreaterThanOrEqual(1);
  expect(await items.last().getAttribute('aria-current')).toBe('true');
  await button(kate, 'Done').click();
  await button(kate, 'Mark reps').waitFor();
});

it('lets a partner watch the misses over the server’s film, and mark nothing', async () => {
  await phone.setOffline(false);
  await kate.goto(server.url);
  await kate.getByText('All synced').waitFor({ state: 'attached' });
  const page = partners.page();
  await page.goto(`${server.url}/?tab=partners`);
  await card(page, TITLE).getByRole('link', { name: TITLE, exact: true }).click();
  expect(await playsAfter(page, '2 misses', 0)).toBeLessThan(SOON_MS);
  await button(page, 'Next').click();
  await expect.poll(() => film(page).evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThanOrEqual(1);
  await button(page, 'Done').click();
  await button(page, '2 misses').waitFor();
  expect(await button(page, 'Mark reps').count()).toBe(0);
});
