import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from './harness/axe-violations.ts';
import { DESKTOP, type Device, openDevice, PHONE } from './harness/browser.ts';
import { actOn, addSession } from './harness/log.ts';
import { resize } from './harness/resize.ts';
import { type Server, startServer } from './harness/server.ts';
import { proveEmail, readyForOffline, signIn } from './harness/sign-in.ts';
import { makeVideoFile } from './harness/video-file.ts';

const LANDING = 'Real training is data, not drama.';
const TITLE = 'Down in motion at 12 m';

let folder: string;
let server: Server;
/** Kate's phone, where the session is logged. */
let phone: Device;
/** A browser that has never opened the app. */
let elsewhere: Device;
let kate: Page;
let link: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longline-public-page-'));
  [server, phone, elsewhere] = await Promise.all([startServer({ env: { ADMIN_EMAILS: 'kate@example.org' } }), openDevice(), openDevice()]);
  kate = phone.page();
  for (const device of [phone, elsewhere]) device.page().setDefaultTimeout(15_000);
  await signIn(kate, server, 'kate@example.org');
  const film = await makeVideoFile(kate, folder, 300_000);
  await addSession(kate, server.url, { title: TITLE, notes: 'Straight, 4/5.', media: film.path });
});

afterAll(async () => {
  await Promise.all([phone.discard(), elsewhere.discard()]);
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const dialog = () => kate.getByRole('dialog', { name: 'Share Training Session' });
const shareSwitch = () => dialog().getByRole('switch', { name: 'Anyone with the link' });
/** The server's status for a visitor. */
const statusOf = async (address: string) => (await fetch(address, { headers: { accept: 'text/html' } })).status;

describe('the public page of a session', () => {
  it('is tested once its video and its poster are on the server', async () => {
    const arrived = async () =>
      ((await (await kate.request.get(`${server.url}/api/videos`)).json()) as { videoUrl: string | null; thumbnailUrl: string }[])[0];
    await expect
      .poll(arrived, { timeout: 60_000 })
      .toMatchObject({ videoUrl: expect.stringMatching(/./), thumbnailUrl: expect.stringMatching(/./) });
  });

  it('does not exist before its owner turns it on', async () => {
    await actOn(kate, TITLE, `Share ${TITLE}`);
    link = await dialog().getByLabel('Link', { exact: true }).inputValue();
    const visitor = elsewhere.page();
    await visitor.goto(link);
    await visitor.getByRole('heading', { name: LANDING }).waitFor();
    expect(await statusOf(link)).toBe(404);
    await server.connection.cut();
    await shareSwitch().check();
    await dialog().getByText('Turned on. The link opens for everyone once this syncs').waitFor();
    await server.connection.mend();
    await dialog().getByText('Anyone with this link can see this session, without comments').waitFor({ timeout: 60_000 });
    await expect.poll(() => statusOf(link)).toBe(200);
  });

  it('shows results only after its owner turns them on', async () => {
    const visitor = elsewhere.page();
    const results = () => dialog().getByRole('switch', { name: 'Show results' });
    expect(await results().count()).toBe(0);
    const counted = {
      videoId: link.split('/').at(-1),
      exercise: 'Down in motion',
      distanceM: 12,
      reps: ['a1b2c3d4 hit at mhq2k9zs', 'a1b2c3d5 miss at mhq2k9zt'],
    };
    expect((await kate.request.post(`${server.url}/api/sets`, { data: counted })).status()).toBe(201);
    await expect.poll(() => results().isChecked(), { timeout: 30_000 }).toBe(false);
    await visitor.goto(link);
    await visitor.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
    expect(await visitor.getByRole('heading', { name: 'Results' }).count()).toBe(0);
    await results().check();
    await expect
      .poll(async () => (await fetch(link, { headers: { accept: 'text/html' } })).text(), { timeout: 30_000 })
      .toContain('Results');
    await visitor.reload();
    await visitor.getByRole('img', { name: '1 of 2: hit, miss' }).waitFor();
    await visitor.getByText('Down in motion, 12 m').waitFor();
  });

  it('has no axe violations on phone and desktop in both themes, obeys its content security policy, and loads no script', async () => {
    const visitor = elsewhere.page();
    const complaints: string[] = [];
    const asked: string[] = [];
    visitor.on('console', (message) => complaints.push(message.text()));
    visitor.on('request', (request) => asked.push(new URL(request.url()).pathname));
    for (const [viewport, theme] of [
      [PHONE, 'light'],
      [DESKTOP, 'dark'],
      [{ width: 320, height: 640 }, 'dark'],
      [DESKTOP, 'light'],
    ] as const) {
      await resize(visitor, viewport);
      await visitor.evaluate((name) => localStorage.setItem('theme', name), theme);
      await visitor.goto(link);
      await visitor.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
      expect(await visitor.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
        theme === 'dark' ? 'rgb(14, 20, 17)' : 'rgb(245, 246, 242)',
      );
      expect(await axeViolations(visitor)).toEqual([]);
      expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    }
    expect(complaints).toEqual([]);
    // The browser loads only the page, font, icon and poster: no script, no API call, no byte of the video.
    expect(asked.filter((path) => /^\/(api|assets)\/|\.js$/.test(path))).toEqual([]);
    expect(new Set(asked.filter((path) => path.startsWith('/objects/'))).size).toBe(1);
  });

  it('shows the poster first and plays, even without JavaScript', async () => {
    const visitor = elsewhere.page();
    const poster = visitor.getByRole('link', { name: `Play video: ${TITLE}` });
    expect(
      await poster.locator('img').evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(0);
    await expect.poll(() => visitor.locator('video').count()).toBe(0);
    const before = await poster.boundingBox();
    await poster.click();
    const video = visitor.getByLabel(`Video: ${TITLE}`, { exact: true });
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0);
    expect(await video.boundingBox()).toEqual(before);
    expect(await visitor.evaluate(() => document.activeElement?.tagName)).toBe('VIDEO');
    expect(await axeViolations(visitor)).toEqual([]);
    const context = await elsewhere.context().browser()!.newContext({ javaScriptEnabled: false, viewport: PHONE });
    const plain = await context.newPage();
    await plain.goto(link);
    await plain.getByRole('heading', { name: TITLE }).waitFor();
    await plain.getByText('Straight, 4/5.').waitFor();
    await plain.getByText('A training session shared with you by link.').waitFor();
    await expect.poll(() => plain.getByRole('link', { name: 'Play video' }).count()).toBe(0);
    expect(
      await plain
        .getByLabel(`Video: ${TITLE}`, { exact: true })
        .evaluate((element: HTMLVideoElement) => [
          element.controls,
          element.preload,
          element.networkState,
          new URL(element.poster).pathname,
        ]),
    ).toEqual([true, 'none', 1, expect.stringMatching(/^\/objects\//)]);
    await plain.getByRole('link', { name: 'What is Longline?' }).waitFor();
    await context.close();
  });

  it('opens in the app for another beta tester, where an unknown id shows Video Not Found', async () => {
    const tester = elsewhere.page();
    expect((await kate.request.post(`${server.url}/api/admin/beta-access`, { data: { email: 'ben@example.org' } })).status()).toBe(201);
    await tester.goto(link);
    await tester.getByRole('link', { name: 'Beta Tester Login' }).click();
    await proveEmail(tester, server, 'ben@example.org');
    await tester.waitForURL(link);
    await tester.getByText('Down in motion, 12 m').waitFor();
    await readyForOffline(tester);
    await tester.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
    await tester.getByText('Straight, 4/5.').waitFor();
    await tester.getByText('Shared with you by link.').waitFor();
    await expect.poll(() => tester.getByRole('textbox', { name: 'Comment' }).count()).toBe(0);
    await tester.getByRole('button', { name: `Play video: ${TITLE}` }).click();
    await expect
      .poll(() => tester.getByLabel(`Video: ${TITLE}`).evaluate((element: HTMLVideoElement) => element.currentTime))
      .toBeGreaterThan(0);
    expect(await axeViolations(tester)).toEqual([]);
    await tester.goto(`${server.url}/video/0197f3c2-0000-4000-8000-000000000000`);
    await tester.getByRole('heading', { name: 'Video Not Found' }).waitFor();
  });

  it('comes from the server again after Logout, although the app’s service worker is still active', async () => {
    const before = elsewhere.page();
    await before.goto(server.url);
    await before.getByRole('button', { name: /^Account/ }).click();
    await before.getByRole('button', { name: 'Logout' }).click();
    await before.getByRole('heading', { name: LANDING }).waitFor();
    expect(await before.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await before.goto(link);
    await before.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
    await expect.poll(() => before.getByRole('navigation').count()).toBe(0);
  });

  it('disappears once the connection returns after its owner turned it off offline', async () => {
    const visitor = elsewhere.page();
    const clip = server.url + (await visitor.getByRole('link', { name: `Play video: ${TITLE}` }).getAttribute('href'));
    await server.connection.cut();
    await shareSwitch().uncheck();
    await dialog().getByText('Turned off. The link still opens for everyone until this syncs').waitFor();
    await dialog().getByText('Waiting for signal').waitFor();
    await server.connection.mend();
    await dialog().getByText('Only you and your training partners can open this link').waitFor({ timeout: 60_000 });
    await expect.poll(() => statusOf(link)).toBe(404);
    expect(await statusOf(clip)).toBe(404);
    await visitor.reload();
    await visitor.getByRole('heading', { name: LANDING }).waitFor();
    await visitor.goBack();
    await expect.poll(() => visitor.getByRole('heading', { name: TITLE }).count()).toBe(0);
  });

  it('leads its owner from the landing page through the sign-in back to the session', async () => {
    const visitor = elsewhere.page();
    await visitor.goto(link);
    await visitor.getByRole('link', { name: 'Beta Tester Login' }).first().click();
    await proveEmail(visitor, server, 'kate@example.org');
    await visitor.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
    expect(visitor.url()).toBe(link);
  });
});
