import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './harness/as-person.ts';
import { DESKTOP, type Device, openDevice, PHONE } from './harness/browser.ts';
import { addDog, addSession, card, openLogDialog } from './harness/log.ts';
import { expectNoFaults, expectNoFaultsHere } from './harness/no-faults.ts';
import { resize } from './harness/resize.ts';
import { type Server, startServer } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';
import { makeVideoFile, UPRIGHT } from './harness/video-file.ts';

const KEYBOARD = { width: 390, height: 470 };
const SIDEWAYS = { width: 844, height: 390 };
const SIZES = [PHONE, KEYBOARD, { width: 360, height: 400 }, { width: 320, height: 640 }, SIDEWAYS, DESKTOP];

const FILMS = [
  { title: 'Heelwork, figure of eight', shape: 'upright', ratio: 9 / 16 },
  { title: 'Send-away to second marker', shape: 'landscape', ratio: 16 / 9 },
];
const [UP, WIDE] = FILMS.map(({ title }) => title) as [string, string];

let folder: string;
let server: Server;
let device: Device;
let page: Page;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longline-film-page-'));
  [server, device] = await Promise.all([startServer({ env: { ADMIN_EMAILS: 'kate@example.org' } }), openDevice()]);
  page = device.page();
  page.setDefaultTimeout(30_000);
  await signIn(page, server, 'kate@example.org');
  const [upright, landscape] = [await makeVideoFile(page, folder, 100_000, UPRIGHT), await makeVideoFile(page, folder, 110_000)];
  await addDog(page, server.url, { name: 'Fen', breed: 'Border Collie', birthdate: '2021-04-03' });
  await addSession(page, server.url, { title: WIDE, dog: 'Fen', media: landscape.path });
  await addSession(page, server.url, { title: UP, dog: 'Fen', notes: 'Wind from the left.', media: upright.path });
});

afterAll(async () => {
  await device.discard();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
const video = (title: string) => page.getByLabel(`Video: ${title}`, { exact: true });
const player = () => page.getByRole('group', { name: 'Player' });
const track = () => page.getByRole('slider', { name: 'Position' });
const inFilm = <Answer>(title: string, read: (element: HTMLVideoElement) => Answer) =>
  video(title).evaluate(read as (element: Element) => Answer);

async function openFilm(title: string, size = PHONE) {
  await resize(page, size);
  await page.goto(server.url);
  await card(page, title).getByRole('link', { name: title, exact: true }).click();
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
}

async function playAndPause(title: string) {
  await player().getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => inFilm(title, ({ currentTime }) => currentTime)).toBeGreaterThan(0.1);
  await inFilm(title, (element) => element.pause());
  await player().getByRole('button', { name: 'Play', exact: true }).waitFor();
}

describe.each(FILMS)('a film filmed $shape', ({ title, ratio }) => {
  it('is shown whole at any height, above controls that are always visible', async () => {
    await openFilm(title);
    await playAndPause(title);
    for (const size of SIZES) {
      await resize(page, size);
      const stage = await boxOf(video(title));
      const shown = await inFilm(
        title,
        (element) => [getComputedStyle(element).objectFit, element.videoWidth / element.videoHeight] as const,
      );
      expect([size, ...shown]).toEqual([size, 'contain', ratio]);
      expect(stage.height).toBeGreaterThanOrEqual(64);
      for (const button of [...(await player().getByRole('button').filter({ visible: true }).all()), track()]) {
        const box = await boxOf(button);
        const name = await button.evaluate((element) => element.ariaLabel ?? element.textContent);
        expect([
          size,
          name,
          box.y >= stage.y + stage.height - 1,
          box.y + box.height <= size.height,
          box.x >= 0,
          box.x + box.width <= size.width,
        ]).toEqual([size, name, true, true, true, true]);
        if (name !== 'Position') expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(48);
      }
    }
  });

  it('has no faults, alone and with notes and comments open', async () => {
    await resize(page, PHONE);
    await expectNoFaults(page);
    for (const tab of ['Notes', 'Comment']) {
      await page.getByRole('button', { name: tab, exact: true }).click();
      await expectNoFaults(page);
      await resize(page, KEYBOARD);
      await expectNoFaultsHere(page);
      await resize(page, PHONE);
    }
  });
});

describe('the page of a film', () => {
  it('fills a phone without header and navigation, and the log shows them again', async () => {
    await openFilm(UP);
    for (const size of [PHONE, KEYBOARD, SIDEWAYS]) {
      await resize(page, size);
      for (const part of ['banner', 'navigation'] as const) await page.getByRole(part).waitFor({ state: 'hidden' });
      await expect.poll(() => boxOf(page.getByRole('article'))).toEqual({ x: 0, y: 0, ...size });
    }
    await resize(page, PHONE);
    await page.getByRole('button', { name: 'Back to Training Log' }).click();
    await page.getByRole('heading', { name: 'Training Log', level: 1 }).waitFor();
    await page.getByRole('navigation').waitFor();
  });

  it('has a dark background in both themes', async () => {
    await openFilm(UP);
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme);
      expect(await player().evaluate((element) => getComputedStyle(element.parentElement ?? element).backgroundColor)).toBe(
        'rgb(14, 20, 17)',
      );
    }
    await page.evaluate(() => delete document.documentElement.dataset['theme']);
  });

  it('shows notes and comments beside the film on a desktop, and behind their buttons on a phone', async () => {
    await openFilm(UP, DESKTOP);
    const notes = page.getByText('Wind from the left.');
    const box = page.getByRole('textbox', { name: 'Comment' });
    const film = await boxOf(page.getByRole('button', { name: `Play video: ${UP}` }));
    for (const part of [notes, box]) expect((await boxOf(part)).x).toBeGreaterThan(film.x + film.width);
    await resize(page, PHONE);
    await expect.poll(() => notes.isVisible()).toBe(false);
    const [notesTab, commentsTab] = ['Notes', 'Comment'].map((name) => page.getByRole('button', { name, exact: true })) as [
      Locator,
      Locator,
    ];
    await notesTab.click();
    await notes.waitFor();
    expect([await notesTab.getAttribute('aria-expanded'), await box.isVisible()]).toEqual(['true', false]);
    await commentsTab.click();
    await box.waitFor();
    await expect.poll(() => notes.isVisible()).toBe(false);
    await page.reload();
    await box.waitFor();
    await commentsTab.click();
    await expect.poll(() => box.isVisible()).toBe(false);
    // One step back leads to the log, however many tabs were opened.
    await page.getByRole('button', { name: 'Back to Training Log' }).click();
    await page.getByRole('heading', { name: 'Training Log', level: 1 }).waitFor();
  });

  it('keeps the comment box and Post in view while a keyboard is open', async () => {
    await openFilm(UP);
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    const box = page.getByRole('textbox', { name: 'Comment' });
    for (const size of [KEYBOARD, { width: 360, height: 400 }, { width: 844, height: 190 }]) {
      await resize(page, PHONE);
      await box.fill('Your shoulder drops before the post.');
      await resize(page, size);
      for (const part of [box, page.getByRole('button', { name: 'Post' })]) {
        await expect
          .poll(async () => [size, (await boxOf(part)).y >= 0, (await boxOf(part)).y + (await boxOf(part)).height <= size.height])
          .toEqual([size, true, true]);
      }
    }
    await resize(page, PHONE);
    await box.fill('');
  });
});

describe('the track', () => {
  const at = async (fraction: number) => {
    const { x, y, width } = await boxOf(track());
    return [x + width * fraction, y + 26] as const;
  };
  const moment = () => inFilm(WIDE, ({ currentTime, duration }) => currentTime / duration);

  it('seeks where it is touched and follows the finger', async () => {
    await openFilm(WIDE);
    expect(await track().getAttribute('aria-disabled')).toBe('true');
    await playAndPause(WIDE);
    await page.mouse.move(...(await at(0.2)));
    await page.mouse.down();
    await expect.poll(moment).toBeCloseTo(0.2, 1);
    for (const fraction of [0.3, 0.45, 0.6, 0.8]) await page.mouse.move(...(await at(fraction)));
    await expect.poll(moment).toBeCloseTo(0.8, 1);
    await page.mouse.up();
    await page.mouse.move(...(await at(0.1)));
    await expect.poll(moment).toBeCloseTo(0.8, 1);
    await expect.poll(() => track().getAttribute('aria-valuetext')).toMatch(/^0:00\.\d\d of 0:0\d\.\d\d$/);
    expect(
      await player()
        .getByText(/^0:0\d\.\d\d/)
        .first()
        .innerText(),
    ).toMatch(/^0:0\d\.\d\d\s+of 0:0\d\.\d\d$/);
  });

  it('tells the moment in hundredths of a second, above an open keyboard too', async () => {
    for (const size of [PHONE, KEYBOARD]) {
      await resize(page, size);
      for (const seconds of [0.07, 0.33]) {
        await video(WIDE).evaluate((element, wanted) => ((element as HTMLVideoElement).currentTime = wanted), seconds);
        // The player tells when the frame begins that it shows.
        const toldBy = async () =>
          /^0:(00\.\d\d) of 0:0\d\.\d\d$/.exec((await track().getAttribute('aria-valuetext')) ?? '')?.[1] ?? 'nothing';
        await expect.poll(async () => Math.abs(Number(await toldBy()) - seconds)).toBeLessThan(0.13);
        await player()
          .getByText(`0:${await toldBy()}`)
          .first()
          .waitFor();
      }
    }
    await resize(page, PHONE);
  });

  it('is a slider for the keyboard, and every control can be reached by Tab', async () => {
    await track().focus();
    await page.keyboard.press('Home');
    await expect.poll(moment).toBeCloseTo(0, 2);
    await page.keyboard.press('End');
    await expect.poll(moment).toBeCloseTo(1, 1);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(moment).toBeLessThan(0.5);
    const names: (string | null)[] = [];
    for (let tabs = 0; tabs < 8; tabs++) {
      await page.keyboard.press('Tab');
      names.push(await page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? null));
    }
    expect(names).toEqual(['Back one frame', 'Play', 'Forward one frame', '0.25×', '0.5×', '1×', 'Loop from A', 'Mute']);
    await page.keyboard.press('Space');
    await expect.poll(() => inFilm(WIDE, ({ muted }) => muted)).toBe(true);
    await page.keyboard.press('Space');
    await expect.poll(() => inFilm(WIDE, ({ muted }) => muted)).toBe(false);
  });

  it('moves the focus from the poster to Pause when a key starts the film', async () => {
    await openFilm(UP);
    await page.getByRole('button', { name: `Play video: ${UP}` }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toMatch(/^(Pause|Play)$/);
    await openFilm(WIDE);
    await playAndPause(WIDE);
  });

  it('draws the loop from A to B', async () => {
    const points = () =>
      track()
        .locator('[data-point]')
        .evaluateAll((all) => all.map((point) => Math.round(point.getBoundingClientRect().x)));
    const expectAt = async (fraction: number) => Math.round((await at(fraction))[0]);
    const seek = async (fraction: number) => {
      await page.mouse.click(...(await at(fraction)));
      await expect.poll(moment).toBeCloseTo(fraction, 1);
      await expect.poll(() => inFilm(WIDE, ({ seeking }) => seeking)).toBe(false);
    };
    await seek(0.75);
    await player().getByRole('button', { name: 'Loop from A' }).click();
    await expect.poll(points).toEqual([expect.closeTo(await expectAt(0.75), -1)]);
    await seek(0.25);
    await player().getByRole('button', { name: 'Loop to B' }).click();
    await expect.poll(points).toEqual([expect.closeTo(await expectAt(0.25), -1), expect.closeTo(await expectAt(0.75), -1)]);
    await expectNoFaults(page);
    await player().getByRole('button', { name: 'End loop' }).click();
    await expect.poll(points).toEqual([]);
  });
});

describe('stills of upright films', () => {
  const poster = () => card(page, UP).getByRole('link', { name: `Play video: ${UP}` });

  it('are 3:4 beside the words in the log, on phones and desktops', async () => {
    for (const size of [PHONE, DESKTOP]) {
      await resize(page, size);
      await page.goto(server.url);
      await poster().locator('img').waitFor();
      const [still, title] = [await boxOf(poster()), await boxOf(card(page, UP).getByRole('heading', { name: UP }))];
      expect(still.width / still.height).toBeCloseTo(3 / 4, 2);
      expect(still.x).toBeGreaterThan(title.x + title.width);
      const wide = await boxOf(card(page, WIDE).getByRole('link', { name: `Play video: ${WIDE}` }));
      expect(wide.width / wide.height).toBeCloseTo(16 / 9, 2);
    }
    await resize(page, PHONE);
    await expectNoFaults(page);
  });

  it('are shown whole in the session form', async () => {
    const film = await makeVideoFile(page, folder, 120_000, UPRIGHT);
    await page.goto(server.url);
    await openLogDialog(page);
    const dialog = page.getByRole('dialog', { name: 'Add Training Log' });
    await dialog.locator('input[type=file]').first().setInputFiles(film.path);
    await dialog.getByText('Saved on this phone').waitFor();
    // The picture has its size once it is decoded.
    const shape = async () => {
      const { width, height } = await boxOf(dialog.locator('img[src^=blob]'));
      return width / height;
    };
    await expect.poll(shape).toBeCloseTo(3 / 4, 1);
    await dialog.getByRole('button', { name: /^Remove field/ }).click();
    await page.keyboard.press('Escape');
  });

  it('change from 16:9 to 3:4 only after a reload on a device that has only the server’s still', async () => {
    const arrived = async () =>
      (await call<{ thumbnailUrl: string }[]>(page, 'GET', '/api/videos')).answer.filter((row) => row.thumbnailUrl).length;
    await expect.poll(arrived, { timeout: 60_000 }).toBe(2);
    const other = await openDevice();
    try {
      const tablet = other.page();
      await signIn(tablet, server, 'kate@example.org');
      const still = card(tablet, UP).getByRole('link', { name: `Play video: ${UP}` });
      const image = still.locator('img');
      await expect.poll(() => image.evaluate((element) => getComputedStyle(element).objectFit)).toBe('contain');
      expect((await boxOf(still)).width / (await boxOf(still)).height).toBeCloseTo(16 / 9, 2);
      await tablet.reload();
      await image.waitFor();
      await expect.poll(async () => (await boxOf(still)).width / (await boxOf(still)).height).toBeCloseTo(3 / 4, 2);
    } finally {
      await other.discard();
    }
  });

  it('are shown whole on the public page', async () => {
    const rows = (await call<{ id: string; title: string }[]>(page, 'GET', '/api/videos')).answer;
    const id = rows.find(({ title }) => title === UP)?.id;
    await call(page, 'POST', `/api/videos/${id}/share`);
    const context = await device.context().browser()?.newContext({ viewport: PHONE });
    const visitor = await context?.newPage();
    if (!context || !visitor) throw new Error('The device has no browser');
    for (const size of [PHONE, KEYBOARD, DESKTOP]) {
      await resize(visitor, size);
      await visitor.goto(`${server.url}/video/${id}`);
      const still = visitor.getByRole('link', { name: `Play video: ${UP}` }).locator('img');
      const { height } = await boxOf(still);
      expect(await still.evaluate((element) => getComputedStyle(element).objectFit)).toBe('contain');
      expect(height).toBeGreaterThan(size.height * 0.5);
      expect(height).toBeLessThanOrEqual(size.height * 0.76);
    }
    await context.close();
  });
});
