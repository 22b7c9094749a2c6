import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, type Device, openDevice } from './harness/browser.ts';
import { card, logSession } from './harness/log.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';
import { syncTray } from './harness/sync-tray.ts';
import { makeVideoFile } from './harness/video-file.ts';

const MB = 1_048_576;
const KATE = 'kate@example.org';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)';
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

let server: Server;
let device: Device;
let folder: string;
let filmId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longline-media-in-'));
  [server, device] = await Promise.all([startServer({ env: { ADMIN_EMAILS: KATE } }), openDevice({ viewport: DESKTOP, args: CAMERA })]);
  await signIn(device.page(), server, KATE);
  await readyForOffline(device.page());
  await device.page().getByText('All synced').first().waitFor();
  await server.connection.cut();
  await device.setOffline(true);
});
afterAll(async () => {
  await device.discard();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const filesHint = (dialog: Locator) => dialog.getByText('To keep every frame, choose it from Files.');
/** Everything that the page shows or tells a screen reader. */
const wordsOnPage = () =>
  [document.body.innerText, ...[...document.querySelectorAll('[aria-label]')].map((named) => named.ariaLabel)].join('\n');
const addDialog = (page: Page) => page.getByRole('dialog', { name: 'Add Training Log' });
async function openAdd(page: Page) {
  await page.goto(`${server.url}/?dialog=add-session`);
  await addDialog(page).getByLabel('Title').waitFor();
  return addDialog(page);
}
async function save(page: Page, title: string) {
  await addDialog(page).getByLabel('Title').fill(title);
  await addDialog(page).getByRole('button', { name: /^Save/ }).click();
  await addDialog(page).waitFor({ state: 'hidden' });
}

/** Posts a form with a picture from the current page to the manifest's share target, as Android does. */
async function shareFrom(page: Page, title: string) {
  await Promise.all([
    page.waitForURL(`${server.url}/**`),
    page.evaluate(
      async ([url, sharedTitle]) => {
        const canvas = document.createElement('canvas');
        const blob = await new Promise<Blob | null>((made) => canvas.toBlob(made));
        const files = new DataTransfer();
        files.items.add(new File([blob!], 'gallery.png', { type: 'image/png' }));
        const form = Object.assign(document.createElement('form'), {
          action: `${url}/share`,
          method: 'post',
          enctype: 'multipart/form-data',
        });
        const input = Object.assign(document.createElement('input'), { type: 'file', name: 'media', files: files.files });
        form.append(input, Object.assign(document.createElement('input'), { name: 'title', value: sharedTitle }));
        document.body.append(form);
        form.submit();
      },
      [server.url, title] as const,
    ),
  ]);
}

/** Names of all files in the origin private file system. */
const filesOf = (page: Page) =>
  page.evaluate(async () => {
    const names: string[] = [];
    for await (const folder of (await navigator.storage.getDirectory()).values())
      for await (const name of (folder as FileSystemDirectoryHandle).keys()) names.push(name);
    return names.toSorted();
  });

/** Whole fragments of MP4 videos in the origin private file system: each can be played, even when the browser dies. */
const fragmentsInFiles = (page: Page) =>
  page.evaluate(async () => {
    const HEADER_BYTES = 8;
    let fragments = 0;
    for await (const folder of (await navigator.storage.getDirectory()).values()) {
      for await (const file of (folder as FileSystemDirectoryHandle).values()) {
        const bytes = await (await (file as FileSystemFileHandle).getFile()).arrayBuffer();
        const view = new DataView(bytes);
        for (let at = 0; at + HEADER_BYTES <= bytes.byteLength; ) {
          const size = view.getUint32(at);
          const type = new TextDecoder().decode(new Uint8Array(bytes, at + 4, 4));
          // The size leaves out the first fragment, which holds little but sound.
          if (type === 'mdat' && size > 10_000 && at + size <= bytes.byteLength) fragments += 1;
          at += Math.max(size, HEADER_BYTES);
        }
      }
    }
    return fragments;
  });

describe('adding media offline', () => {
  it('records with the camera after the title was typed', async () => {
    const page = device.page();
    const dialog = await openAdd(page);
    await dialog.getByLabel('Title').fill('Filmed at the field');
    await dialog.getByRole('button', { name: 'Film', exact: true }).click();
    const camera = page.getByRole('dialog', { name: 'Film' });
    await camera.getByRole('button', { name: 'Record' }).click();
    await camera.getByText('Recording 0:02').waitFor();
    await camera.getByRole('button', { name: 'Stop' }).click();
    await dialog.getByText(/Saved on this/).waitFor();
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Filmed at the field');
    await save(page, 'Filmed at the field');
  });

  it('keeps an interrupted recording and the typed title when the browser is killed, and offers both at the next start', async () => {
    // Chromium writes cookies late: a normal close puts them on disk.
    await device.close();
    await device.reopen({ offline: true });
    const dialog = await openAdd(device.page());
    await dialog.getByLabel('Title').fill('Cut short');
    await dialog.getByRole('button', { name: 'Film', exact: true }).click();
    const camera = device.page().getByRole('dialog', { name: 'Film' });
    const before = await fragmentsInFiles(device.page());
    await camera.getByRole('button', { name: 'Record' }).click();
    await expect.poll(() => fragmentsInFiles(device.page())).toBeGreaterThanOrEqual(before + 2);
    await device.kill();
    const page = await device.reopen({ offline: true });
    await page.goto(server.url);
    await page.getByText('Your recording from before the app closed is saved.').waitFor();
    await page.getByRole('button', { name: 'Add it' }).click();
    await addDialog(page)
      .getByText(/Saved on this/)
      .waitFor();
    // The poster shows that the video is readable.
    await addDialog(page).locator('img').waitFor();
    // The film has the fragments written before the kill, one a second; by default Chromium would have written none.
    await addDialog(page)
      .getByText(/ · 0:0\d$/)
      .waitFor();
    expect(await addDialog(page).getByLabel('Title').inputValue()).toBe('Cut short');
    await save(page, 'Cut short');
  });

  it('asks the camera for 60 frames a second when it films', async () => {
    const page = device.page();
    const dialog = await openAdd(page);
    await dialog.getByRole('button', { name: 'Film', exact: true }).click();
    const camera = page.getByRole('dialog', { name: 'Film' });
    const asked = () => (document.querySelector('video')?.srcObject as MediaStream | null)?.getVideoTracks()[0]?.getConstraints();
    // A plain number means `ideal` (Media Capture and Streams, `ConstrainDouble`).
    await expect.poll(() => page.evaluate(asked)).toMatchObject({ frameRate: 60 });
    await camera.getByRole('button', { name: 'Close' }).click();
    await camera.waitFor({ state: 'hidden' });
  });

  it('says on an iPhone, and only there, how to avoid the smaller copies of Photos', async () => {
    const page = device.page();
    const dialog = await openAdd(page);
    await dialog.getByText('One video or picture, at most 500 MB').waitFor();
    expect(await filesHint(dialog).count()).toBe(0);
    const session = await device.context().newCDPSession(page);
    const userAgent = await page.evaluate(() => navigator.userAgent);
    await session.send('Emulation.setUserAgentOverride', { userAgent: IPHONE });
    await filesHint(await openAdd(page)).waitFor();
    await session.send('Emulation.setUserAgentOverride', { userAgent });
    await session.detach();
  });

  it.each([844, 470])('calls no film of an iPhone the original, which its picker may have copied, at 390x%i', async (height) => {
    const phone = await openDevice({ viewport: { width: 390, height }, userAgent: IPHONE });
    const page = phone.page();
    try {
      await server.connection.mend();
      await signIn(page, server, KATE);
      await readyForOffline(page);
      const { path } = await makeVideoFile(page, folder, MB);
      await server.connection.cut();
      await phone.setOffline(true);
      const shown: string[] = [];
      const look = async () => shown.push(await page.evaluate(wordsOnPage));
      const dialog = await openAdd(page);
      await filesHint(dialog).waitFor();
      await look();
      await dialog.locator('input[type=file]').first().setInputFiles(path);
      await dialog.getByText(/Saved on this/).waitFor();
      await look();
      await save(page, 'Picked from Photos');
      await card(page, 'Picked from Photos')
        .getByRole('link', { name: /^Play video/ })
        .waitFor();
      await look();
      await card(page, 'Picked from Photos').getByRole('link', { name: 'Picked from Photos', exact: true }).click();
      await page.getByRole('button', { name: 'Play video: Picked from Photos' }).waitFor();
      await look();
      await page.goto(`${server.url}/?dialog=storage`);
      await page.getByText('“Picked from Photos”').first().waitFor();
      await look();
      for (const words of shown) expect(words).not.toMatch(/original/i);
    } finally {
      await phone.discard();
    }
  });

  it('takes a photo', async () => {
    const page = device.page();
    const dialog = await openAdd(page);
    await dialog.getByRole('button', { name: 'Photograph', exact: true }).click();
    const camera = page.getByRole('dialog', { name: 'Photograph' });
    await expect.poll(() => camera.locator('video').evaluate((video) => (video as HTMLVideoElement).videoWidth)).toBeGreaterThan(0);
    await camera.getByRole('button', { name: 'Take picture' }).click();
    await dialog.getByText(/Saved on this/).waitFor();
    await save(page, 'Photographed');
  });

  it('accepts a pasted file', async () => {
    const page = device.page();
    const dialog = await openAdd(page);
    await page.evaluate(async () => {
      const canvas = document.createElement('canvas');
      const blob = await new Promise<Blob | null>((made) => canvas.toBlob(made));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([blob!], 'pasted.png', { type: 'image/png' }));
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await dialog.getByText('pasted.png').waitFor();
    await dialog.getByText(/Saved on this/).waitFor();
    await expect.poll(() => dialog.getByRole('button', { name: 'Remove pasted.png' }).count()).toBe(1);
    await save(page, 'Pasted');
  });

  it('accepts a file shared from another app, beside an open draft, and shows its poster', async () => {
    const page = device.page();
    const draft = await openAdd(page);
    await draft.getByLabel('Title').fill('Half typed');
    await draft.getByRole('button', { name: 'Close' }).click();
    await draft.waitFor({ state: 'hidden' });
    await shareFrom(page, 'From the gallery');
    const dialog = addDialog(page);
    await dialog.getByText('gallery.png').waitFor();
    await dialog.getByText(/Saved on this/).waitFor();
    expect(await dialog.getByLabel('Title').inputValue()).toBe('From the gallery');
    await dialog.locator('img').waitFor();
    await save(page, 'From the gallery');
    const again = await openAdd(page);
    expect(await again.getByLabel('Title').inputValue()).toBe('Half typed');
    await again.getByRole('button', { name: 'Discard' }).click();
  });

  it('keeps no files that another site posts to the share target, and opens no dialog', async () => {
    const page = await device.context().newPage();
    // A browser's window in full screen must not pass for the installed app.
    await page.addInitScript(() => {
      const ask = matchMedia.bind(window);
      window.matchMedia = (query) => ask(query.replace('(display-mode: fullscreen)', 'all'));
    });
    // Record what appears: a toast may be gone by the time the page has loaded.
    await page.addInitScript(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) said.push(node.textContent ?? '');
      }).observe(document, { subtree: true, childList: true });
    });
    const said = (shown: Page) => shown.evaluate(() => (window as unknown as { said: string[] }).said.join('\n'));
    await page.goto(server.url);
    const files = await filesOf(page);
    await page.route('http://elsewhere.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    await page.goto('http://elsewhere.example/');
    const opened: string[] = [];
    page.on('framenavigated', (frame) => opened.push(frame.url()));
    await shareFrom(page, 'From elsewhere');
    await page.waitForURL(`${server.url}/`);
    // The service worker stored nothing, so no redirect leads to a deletion.
    expect(opened.filter((url) => url !== `${server.url}/`)).toEqual([]);
    expect(await filesOf(page)).toEqual(files);

    // Share without an origin, as the share sheet does.
    await page.goto('about:blank');
    await shareFrom(page, 'From nowhere');
    await page.waitForURL(`${server.url}/`);
    await expect.poll(() => filesOf(page)).toEqual(files);
    await expect.poll(() => said(page)).toMatch(/did not come from this \w+'s share sheet/);
    await expect.poll(() => addDialog(page).count()).toBe(0);
    await page.close();
  });

  it('accepts a share without an origin in the window of the installed app', async () => {
    const page = await device.context().newPage();
    await page.addInitScript(() => {
      const ask = matchMedia.bind(window);
      window.matchMedia = (query) => ask(query.replace('(display-mode: standalone)', 'all'));
    });
    await page.goto('about:blank');
    await shareFrom(page, 'From the share sheet');
    const dialog = addDialog(page);
    await dialog.getByText('gallery.png').waitFor();
    expect(await dialog.getByLabel('Title').inputValue()).toBe('From the share sheet');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await dialog.getByText('gallery.png').waitFor({ state: 'hidden' });
    await page.close();
  });

  it('refuses a file while the device lacks room, keeps what was typed, and accepts the file once there is room', async () => {
    const page = device.page();
    const { path } = await makeVideoFile(page, folder, 40 * MB);
    const dialog = await openAdd(page);
    await dialog.getByLabel('Title').fill('No room at first');
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 30 * MB });
    await dialog.locator('input[type=file]').first().setInputFiles(path);
    await dialog.getByText(/^Not enough space on this device for this file\. It needs 42 MB/).waitFor();
    expect(await dialog.getByLabel('Title').inputValue()).toBe('No room at first');
    await session.send('Storage.overrideQuotaForOrigin', { origin: server.url });
    await dialog.locator('input[type=file]').first().setInputFiles(path);
    await dialog.getByText(/Saved on this/).waitFor();
    await save(page, 'No room at first');
  });
});

it('uploads everything after a restart online, and a second browser plays the video', async () => {
  await device.close();
  await server.connection.mend();
  const page = await device.reopen();
  await page.goto(server.url);
  await page.getByText('All synced').first().waitFor({ timeout: 90_000 });
  const logs = await page.evaluate(async () => (await fetch('/api/videos')).json());
  filmId = (logs as { id: string; title: string }[]).find(({ title }) => title === 'Filmed at the field')!.id;
  const titles = (logs as { title: string }[]).map(({ title }) => title);
  expect(titles.toSorted()).toEqual(['Cut short', 'Filmed at the field', 'From the gallery', 'No room at first', 'Pasted', 'Photographed']);
  for (const title of ['Filmed at the field', 'Cut short']) {
    expect(logs).toContainEqual(
      expect.objectContaining({ title, durationSeconds: expect.any(Number), thumbnailUrl: expect.stringMatching(/^\/objects\//) }),
    );
  }

  const other = await openDevice();
  try {
    const second = other.page();
    await signIn(second, server, KATE);
    await second.goto(`${server.url}/video/${filmId}`);
    await second.getByRole('button', { name: 'Play video: Filmed at the field' }).click();
    const playing = await second.locator('video').elementHandle({ timeout: 30_000 });
    await expect.poll(() => playing!.evaluate((video) => (video as HTMLVideoElement).currentTime)).toBeGreaterThan(0);
    expect(await playing!.evaluate((video) => (video as HTMLVideoElement).videoWidth)).toBeGreaterThan(300);
  } finally {
    await other.discard();
  }
});

it('shows how much each file takes, and frees a copy that the server has', async () => {
  const page = device.page();
  await page.goto(`${server.url}/?dialog=storage`);
  const dialog = page.getByRole('dialog', { name: 'Storage' });
  await dialog.getByText('6 files take').waitFor();
  await dialog.getByRole('button', { name: 'Free up Video of “Filmed at the field”' }).click();
  await dialog.getByText('5 files take').waitFor();
  await dialog.getByRole('button', { name: /^Free up all synced files/ }).click();
  await dialog.getByText('No videos or pictures are stored on this device.').waitFor();
  // The poster stays, and the video plays from the server.
  await page.goto(`${server.url}/video/${filmId}`);
  await page.getByRole('button', { name: 'Play video: Filmed at the field' }).click();
  await expect.poll(() => page.locator('video').evaluate((video) => (video as HTMLVideoElement).currentTime)).toBeGreaterThan(0);
});

it('restarts an upload that the server no longer has, and says why', async () => {
  const page = device.page();
  const { path } = await makeVideoFile(page, folder, 3 * MB);
  await page.goto(server.url);
  server.connection.limit(400_000);
  const underway = server.connection.passed(MB);
  await logSession(page, { title: 'Forgotten on the way', media: path });
  await underway;
  await server.connection.cut();
  // The server deletes an upload after seven days without progress.
  const uploads = join(server.dataDir, 'media', 'uploads');
  for (const name of await readdir(uploads)) await rm(join(uploads, name));
  await server.connection.mend();
  await page.goto(`${server.url}/?dialog=sync`);
  const queue = syncTray(page);
  await queue.getByText('The server lost the part that was sent, so the upload starts again.').waitFor();
  server.connection.limit(Infinity);
  await page.getByText('All synced').first().waitFor();
  const logs = (await page.evaluate(async () => (await fetch('/api/videos')).json())) as { title: string; videoUrl: string | null }[];
  expect(logs.filter(({ title }) => title === 'Forgotten on the way')).toEqual([
    expect.objectContaining({ videoUrl: expect.stringMatching(/^\/objects\//) }),
  ]);
});
