import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEncodedFilms } from '../../api/testing/encoded-films.ts';
import { breakStore, toast, watchWords } from './harness/as-person.ts';
import { type Device, openDevice } from './harness/browser.ts';
import { actOn, addDog, addSession, card } from './harness/log.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';
import { makeVideoFile } from './harness/video-file.ts';

const TITLE = 'Send-away & down, 50 %';
const CHECK = 'm4.4 12.8 4.8 4.8L19.8 6.8';

let folder: string;
let server: Server;
let device: Device;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longline-video-page-'));
  [server, device] = await Promise.all([startServer({ env: { ADMIN_EMAILS: 'kate@example.org' } }), openDevice()]);
  page = device.page();
  page.setDefaultTimeout(60_000);
  await signIn(page, server, 'kate@example.org');
  const film = await makeVideoFile(page, folder, 100_000);
  await addDog(page, server.url, { name: 'Fen', breed: 'Border Collie', birthdate: '2021-04-03' });
  await addSession(page, server.url, { title: TITLE, dog: 'Fen', notes: 'Straight, 4/5.', media: film.path });
});

afterAll(async () => {
  await device.discard();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('the page of a session', () => {
  const video = () => page.getByLabel(`Video: ${TITLE}`);
  const inVideo = <Answer>(read: (element: HTMLVideoElement) => Answer) => video().evaluate(read as (element: Element) => Answer);

  it('shows the dog, poster, notes, comments and Share', async () => {
    await card(page, TITLE).getByRole('link', { name: TITLE, exact: true }).click();
    await page.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/video\/[0-9a-f-]{36}$/);
    const session = page.getByRole('main').getByRole('article');
    await session.getByText('Fen', { exact: true }).waitFor();
    await session.getByText('You', { exact: true }).waitFor();
    await session.locator('time').first().waitFor();
    await session.getByRole('button', { name: 'Notes', exact: true }).click();
    await session.getByText('Straight, 4/5.').waitFor();
    await session.getByRole('button', { name: 'Comment', exact: true }).click();
    await session.getByRole('heading', { name: 'Comments' }).waitFor();
    await session.getByText('No comments yet. Be the first to comment!').waitFor();
    await session.getByRole('button', { name: 'Share', exact: true }).waitFor();
    const [box, post] = [session.getByRole('textbox', { name: 'Comment' }), session.getByRole('button', { name: 'Post' })];
    await box.fill('   ');
    expect(await post.isEnabled()).toBe(false);
    await box.fill('Better than Tuesday.');
    await post.click();
    await toast(page, 'SuccessComment posted').waitFor();
    await session.getByText('Better than Tuesday.').waitFor();
    await session.getByRole('button', { name: '1 comment' }).click();
    await session
      .getByRole('button', { name: `Play video: ${TITLE}` })
      .locator('img')
      .waitFor();
    await expect.poll(() => page.locator('video').count()).toBe(0);
    await expectNoFaults(page);
  });

  it('plays from its poster, in slow motion, frame by frame and in a loop', async () => {
    await page.getByRole('button', { name: `Play video: ${TITLE}` }).click();
    await expect.poll(() => inVideo(({ currentTime }) => currentTime)).toBeGreaterThan(0);
    const speeds = page.getByRole('group', { name: 'Speed' }).getByRole('button');
    expect(await speeds.allTextContents()).toEqual(['0.25×', '0.5×', '1×']);
    for (const [place, speed] of [
      [0, 0.25],
      [2, 1],
      [1, 0.5],
    ] as const) {
      await speeds.nth(place).click();
      await expect.poll(() => inVideo(({ playbackRate }) => playbackRate)).toBe(speed);
      await expect.poll(() => speeds.nth(place).getAttribute('aria-pressed'), { message: `button of ${speed}` }).toBe('true');
    }

    const at = async (seconds: number) => {
      await video().evaluate(async (element, wanted) => {
        const film = element as HTMLVideoElement;
        film.pause();
        const arrived = new Promise((resolve) => film.addEventListener('seeked', resolve, { once: true }));
        film.currentTime = wanted;
        await arrived;
      }, seconds);
    };
    await at(0.2);
    await page.getByRole('button', { name: 'Forward one frame' }).click();
    await expect.poll(() => inVideo(({ currentTime, seeking }) => !seeking && currentTime)).toBeGreaterThan(0.2);
    const later = await inVideo(({ currentTime }) => currentTime);
    expect(later).toBeLessThan(0.4);
    await page.getByRole('button', { name: 'Back one frame' }).click();
    await expect.poll(() => inVideo(({ currentTime }) => currentTime)).toBeLessThan(later);
    expect(await inVideo(({ paused }) => paused)).toBe(true);

    await at(0.1);
    await page.getByRole('button', { name: 'Loop from A' }).click();
    await at(0.4);
    await page.getByRole('button', { name: 'Loop to B' }).click();
    await page
      .getByRole('status')
      .getByText(/^Loop 0:0\d\.\d\d to 0:0\d\.\d\d$/)
      .waitFor();
    await inVideo((element) => {
      element.addEventListener('seeked', () => {
        element.dataset['rounds'] = String(Number(element.dataset['rounds'] ?? 0) + 1);
      });
      void element.play();
    });
    await expect.poll(() => inVideo(({ dataset }) => Number(dataset['rounds']))).toBeGreaterThan(2);
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'End loop' }).click();
    await page.getByRole('button', { name: 'Loop from A' }).waitFor();
  });

  it('leads back to the log, and reports a missing session once the server has confirmed that', async () => {
    await page.getByRole('button', { name: 'Back to Training Log' }).click();
    await page.getByRole('heading', { name: 'Training Log', level: 1 }).waitFor();
    const one = '**/api/videos/0197f3c2-0000-4000-8000-000000000000';
    await page.route(one, (route) => route.fulfill({ status: 429, json: { message: 'Slow down', code: 'limit', requestId: '' } }));
    await page.goto(`${server.url}/video/0197f3c2-0000-4000-8000-000000000000`);
    await page.getByRole('heading', { name: "Couldn't load this video", level: 1 }).waitFor();
    await page.getByText("It isn't on this device, and the server couldn't send it.").waitFor();
    await page.unroute(one);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Video Not Found', level: 1 }).waitFor();
    await page.getByText("It was deleted, or it isn't shared with you.").waitFor();
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Back to Training Log' }).click();
    await page.getByRole('heading', { name: 'Training Log', level: 1 }).waitFor();
  });
});

describe('a video that this browser cannot play', () => {
  const HEVC = 'From an iPhone';

  it('offers a download, and plays the server’s copy as soon as there is one', async () => {
    const films = await openEncodedFilms();
    await server.connection.cut();
    await addSession(page, server.url, { title: HEVC, media: await films.iphoneFilm() });
    await card(page, HEVC).getByRole('link', { name: HEVC, exact: true }).click();
    await page.getByRole('button', { name: `Play video: ${HEVC}` }).click();
    const problem = page.getByRole('alert').filter({ hasText: 'This browser cannot play this video (video/quicktime).' });
    const download = page.getByRole('link', { name: 'Download the video' });
    await problem.waitFor();
    expect(await download.getAttribute('download')).toBe('iphone.mov');
    await expect.poll(() => download.getAttribute('href')).toMatch(/^blob:/);
    await expectNoFaults(page);
    await server.connection.mend();
    await page.getByText('This is a copy that plays everywhere. You can download the file as it was added.').waitFor();
    const film = page.getByLabel(`Video: ${HEVC}`);
    await expect.poll(() => film.evaluate((element) => (element as HTMLVideoElement).currentTime)).toBeGreaterThan(0);
    expect(await film.evaluate((element) => (element as HTMLVideoElement).videoWidth)).toBe(640);
    expect(await download.getAttribute('download')).toBe('iphone.mov');
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Back to Training Log' }).click();
    await films.close();
  });
});

describe('a video from another device', () => {
  it('can be stored for offline viewing on another device, and freed again', async () => {
    const other = await openDevice();
    try {
      const tablet = other.page();
      await signIn(tablet, server, 'kate@example.org');
      await readyForOffline(tablet);
      await card(tablet, TITLE).getByRole('link', { name: TITLE, exact: true }).click();
      await tablet.route('**/objects/**', (route) => route.abort());
      await tablet.getByRole('button', { name: /^Keep on this/ }).click();
      await toast(tablet, "ErrorCouldn't download this. Please try again.").waitFor();
      await tablet.unroute('**/objects/**');
      const said = await watchWords(tablet);
      await tablet.getByRole('button', { name: /^Keep on this/ }).click();
      // During the download, the button says 'Saving…'.
      await tablet.getByRole('button', { name: /^(Keep|Saving)/ }).waitFor({ state: 'detached' });
      expect(await said('Saving… ')).toBe(true);
      await server.connection.cut();
      await tablet.getByRole('button', { name: `Play video: ${TITLE}` }).click();
      await expect.poll(() => tablet.locator('video').evaluate((element) => (element as HTMLVideoElement).currentTime)).toBeGreaterThan(0);
      expect(await tablet.locator('video').getAttribute('src')).toMatch(/^blob:/);
      await tablet.goto(`${server.url}/?dialog=storage`);
      await tablet.getByRole('button', { name: `Free up Video of “${TITLE}”` }).click();
      await tablet.getByText(/^No videos or pictures are stored on this/).waitFor();
    } finally {
      await server.connection.mend();
      await other.discard();
    }
  });
});

describe('the Share dialog', () => {
  const dialog = () => page.getByRole('dialog', { name: 'Share Training Session' });
  const copy = () => dialog().getByRole('button', { name: 'Copy link' });
  const field = () => dialog().getByLabel('Link', { exact: true });
  const isChecked = async () => (await copy().innerHTML()).includes(CHECK);
  const open = async () => {
    await actOn(page, TITLE, `Share ${TITLE}`);
    await dialog().getByText('Share this session with your coach or training partners').waitFor();
  };
  /** What the app passed to the browser since the last call. */
  const handed = () =>
    page.evaluate(() => {
      const all = (window as unknown as { handed: unknown[] }).handed;
      return all.splice(0);
    });

  it('passes link and text to the device’s share sheet if there is one', async () => {
    await page.evaluate(() => {
      const all: unknown[] = [];
      Object.assign(window, { handed: all, open: (...given: unknown[]) => (all.push(given), null) });
    });
    await open();
    await expect.poll(() => dialog().getByRole('button', { name: 'Share with another app' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.evaluate(() => {
      const share = async (given: { text: string }) => {
        const { handed: all, refuse } = window as unknown as { handed: unknown[]; refuse?: string };
        if (refuse) throw new DOMException('No', refuse);
        all.push(given);
      };
      Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    });
    await open();
    const link = await field().inputValue();
    expect(await field().getAttribute('readonly')).not.toBeNull();
    const button = dialog().getByRole('button', { name: 'Share with another app' });
    await button.click();
    await expect.poll(handed).toEqual([{ text: `Check out this training video: ${TITLE}`, url: link }]);
    await page.evaluate(() => Object.assign(window, { refuse: 'AbortError' }));
    await button.click();
    await page.evaluate(() => Object.assign(window, { refuse: 'NotAllowedError' }));
    await button.click();
    await toast(page, "ErrorCouldn't share from here. Copy the link instead.").waitFor();
    await expectNoFaults(page);
  });

  it('opens the networks’ pages in a 600x400 popup, with link and text encoded', async () => {
    const link = encodeURIComponent(await field().inputValue());
    await dialog().getByRole('button', { name: 'Share on Facebook' }).click();
    await dialog().getByRole('button', { name: 'Share on X (Twitter)' }).click();
    const popup = ['_blank', 'popup,width=600,height=400,noopener,noreferrer'];
    expect(await handed()).toEqual([
      [`https://www.facebook.com/sharer/sharer.php?u=${link}`, ...popup],
      [
        `https://twitter.com/intent/tweet?url=${link}&text=Check%20out%20this%20training%20video%3A%20Send-away%20%26%20down%2C%2050%20%25`,
        ...popup,
      ],
    ]);
  });

  it('reports when the switch could not be changed, and resets it', async () => {
    const anyone = dialog().getByRole('switch', { name: 'Anyone with the link' });
    const mend = await breakStore(page);
    await anyone.click();
    await toast(page, 'ErrorFailed to update training log').waitFor();
    await expect.poll(() => anyone.isChecked()).toBe(false);
    await mend();
  });

  it('selects the link if the clipboard refuses it', async () => {
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }));
    await copy().click();
    await toast(page, 'Failed to copyPlease try again.').waitFor();
    await dialog().getByText('The link is selected. Copy it by hand.').waitFor();
    expect(await page.evaluate(() => String(getSelection()))).toBe(await field().inputValue());
    expect(await isChecked()).toBe(false);
  });

  it('shows a check mark for two seconds after a copy', async () => {
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.resolve() }, configurable: true }),
    );
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await copy().click();
    await toast(page, 'Link copied!The video link has been copied to your clipboard.').waitFor();
    await expect.poll(isChecked).toBe(true);
    await page.clock.runFor(1_999);
    expect(await isChecked()).toBe(true);
    await page.clock.runFor(1);
    await expect.poll(isChecked).toBe(false);
    await expect.poll(() => dialog().getByText('The link is selected. Copy it by hand.').count()).toBe(0);
    await page.clock.resume();
  });
});
