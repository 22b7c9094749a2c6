import { tmpdir } from 'node:os';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Device, openDevice } from './harness/browser.ts';
import { addDog, addSession, card } from './harness/log.ts';
import { type Server, startServer } from './harness/server.ts';
import { giveEmailAndCode, reachesServer, readyForOffline, signIn } from './harness/sign-in.ts';
import { storedSha256s } from './harness/stored-sha256s.ts';
import { type VideoFile, makeVideoFile } from './harness/video-file.ts';

const MB = 1024 * 1024;
const KATE = 'kate@example.org';
const MOSS = 'moss@example.org';
const TANSY = 'tansy@example.org';
const FEN = 'fen@example.org';
const UPLOADING = /Uploading [1-9]\d?\s%/;

let server: Server;
const devices: Device[] = [];
const open = async () => {
  const device = await openDevice();
  devices.push(device);
  return device;
};

beforeAll(async () => {
  server = await startServer({ env: { ADMIN_EMAILS: [KATE, MOSS, TANSY, FEN].join(',') } });
});

afterAll(async () => {
  for (const device of devices) await device.discard();
  await server.stop();
});

/** Cuts the connection and sets the browser offline. */
const loseSignal = async (device: Device) => {
  await server.connection.cut();
  await device.setOffline(true);
};
const regainSignal = async (device: Device) => {
  await server.connection.mend();
  await device.setOffline(false);
};

/** Plays the session's video. @returns its decoded width in pixels */
const playedWidth = async (page: Page) => {
  await page.locator('video').waitFor();
  return page.locator('video').evaluate(async (element) => {
    const video = element as HTMLVideoElement;
    video.muted = true;
    await video.play();
    await new Promise((resolve) => video.addEventListener('timeupdate', resolve, { once: true }));
    return video.videoWidth;
  });
};

describe('a session with a video, logged offline at the field', () => {
  let phone: Device;
  let video: VideoFile;

  it('starts with every screen available offline after one visit', async () => {
    phone = await open();
    await signIn(phone.page(), server, KATE);
    await readyForOffline(phone.page());
    video = await makeVideoFile(phone.page(), tmpdir(), 40 * MB);
    await loseSignal(phone);
    await phone.page().reload();
    await phone.page().getByRole('heading', { name: 'Training Log', level: 1 }).waitFor();
    for (const path of ['/my-dogs', '/cues', '/programs', '/community', '/friends', '/']) {
      await phone.page().goto(server.url + path);
      await phone.page().getByRole('navigation', { name: 'Main' }).waitFor();
    }
    expect(await reachesServer(phone.page())).toBe(false);
  });

  it('is logged with a new dog and a 40 MB video, and shows its sync state', async () => {
    const page = phone.page();
    await addDog(page, server.url, { name: 'Fen', breed: 'Border Collie', birthdate: '2021-04-02' });
    await addSession(page, server.url, {
      title: 'Send-away to second marker',
      dog: 'Fen',
      notes: '30 m, 4/5 straight.',
      media: video.path,
    });
    const session = card(page, 'Send-away to second marker');
    await session.getByText('Fen').waitFor();
    await session.getByText(/Saved on this|Waiting for signal/).waitFor();
    await expect.poll(() => session.getByText('Synced').count()).toBe(0);
  });

  it('is complete after the browser is closed and reopened, still offline', async () => {
    await phone.close();
    const page = await phone.reopen({ offline: true });
    await page.goto(server.url);
    const session = card(page, 'Send-away to second marker');
    await session
      .getByText(/Saved on this|Waiting for signal/)
      .first()
      .waitFor();
    await session.getByText('Fen').waitFor();
    await page.goto(`${server.url}/my-dogs`);
    await page.getByText('Border Collie').waitFor();
    await page.goto(server.url);
    await card(page, 'Send-away to second marker')
      .getByRole('link', { name: /Play video/ })
      .click();
    expect(await playedWidth(page)).toBe(320);
    await page.goto(server.url);
  });

  it('syncs without a tap when the signal returns, and the file arrives unchanged', async () => {
    const page = phone.page();
    await regainSignal(phone);
    await page.getByText('All synced').first().waitFor({ timeout: 60_000 });
    expect(await storedSha256s(server)).toContain(video.sha256);
    const logs = await page.evaluate(async () => (await fetch('/api/videos')).json());
    expect(logs).toHaveLength(1);
    expect(logs[0]).toMatchObject({ title: 'Send-away to second marker', description: '30 m, 4/5 straight.', dogName: 'Fen' });
  });

  it('appears with its dog on a second device, which plays the video with range requests', async () => {
    const desktop = await open();
    const page = desktop.page();
    await signIn(page, server, KATE);
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/objects/')) statuses.push(response.status());
    });
    await card(page, 'Send-away to second marker').getByText('Fen').waitFor();
    await card(page, 'Send-away to second marker')
      .getByRole('link', { name: /Play video/ })
      .click();
    expect(await playedWidth(page)).toBe(320);
    expect(statuses).toContain(206);
  });
});

describe('an interrupted upload', () => {
  it('resumes where it stopped when the server is killed and restarted, and its session exists once', async () => {
    const phone = await open();
    const page = phone.page();
    await signIn(page, server, MOSS);
    const video = await makeVideoFile(page, tmpdir(), 60 * MB);
    server.connection.limit(4 * MB);
    const before = server.connection.sent();
    await addSession(page, server.url, { title: 'Blind search', media: video.path });
    await page.getByText(UPLOADING).first().waitFor();
    await server.kill();
    server.connection.limit(Infinity);
    await server.restart();
    await page.getByText('All synced').first().waitFor({ timeout: 90_000 });
    expect(await storedSha256s(server)).toContain(video.sha256);
    expect(await page.evaluate(async () => (await (await fetch('/api/videos')).json()).length)).toBe(1);
    // A restarted upload would send the file nearly twice.
    expect(server.connection.sent() - before).toBeLessThan(video.bytes * 1.5);
  });

  it('resumes when the browser is killed and reopened', async () => {
    const phone = await open();
    await signIn(phone.page(), server, TANSY);
    // Chromium writes cookies late: a normal close puts them on disk.
    await phone.close();
    const page = await phone.reopen();
    await page.goto(server.url);
    const video = await makeVideoFile(page, tmpdir(), 50 * MB);
    server.connection.limit(4 * MB);
    const before = server.connection.sent();
    await addSession(page, server.url, { title: 'Weave entries', media: video.path });
    await page.getByText(UPLOADING).first().waitFor();
    await phone.kill();
    server.connection.limit(Infinity);
    const again = await phone.reopen();
    await again.goto(server.url);
    await again.getByText('All synced').first().waitFor({ timeout: 90_000 });
    expect(await storedSha256s(server)).toContain(video.sha256);
    expect(server.connection.sent() - before).toBeLessThan(video.bytes * 1.5);
  });
});

it('keeps unsynced sessions when a browser kill right after sign-in loses the cookies', async () => {
  const phone = await open();
  const page = phone.page();
  await signIn(page, server, FEN);
  await readyForOffline(page);
  await addSession(page, server.url, { title: 'Recall past the ball' });
  await loseSignal(phone);
  await addSession(page, server.url, { title: 'Typed at the field' });
  await phone.kill();
  await server.connection.mend();
  const again = await phone.reopen();
  // Chromium writes cookies and localStorage late: clear both, so that the result does not depend on timing.
  await phone.context().clearCookies();
  await again.goto(`${server.url}/api/openapi.json`);
  await again.evaluate(() => localStorage.clear());
  await again.goto(server.url);
  await card(again, 'Typed at the field').waitFor();
  await again
    .getByRole('link', { name: /Sign in again to sync/ })
    .first()
    .click();
  await giveEmailAndCode(again, server, FEN);
  await again.getByText('All synced').first().waitFor();
  const logs = await again.evaluate(async () => (await fetch('/api/videos')).json());
  expect(logs).toHaveLength(2);
});
