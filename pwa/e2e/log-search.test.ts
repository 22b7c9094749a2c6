import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInByCalls } from './harness/api-person.ts';
import { type Device, openDevice, PHONE } from './harness/browser.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { resize } from './harness/resize.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';

const KATE = 'kate@example.org';

let server: Server;
let device: Device;
let page: Page;

/** The log on the server before the phone signs in, newest first. The first two days and the last one are Saturdays. */
const LOG = [
  { title: 'Send-away to second marker', day: '2026-11-14', dog: 'Fen' },
  { title: 'Track on stubble', day: '2026-10-17', dog: 'Brock', notes: 'Laid at the Café Übermut.\nTwo corners, re-laid.' },
  { title: 'Sendaway', day: '2026-10-12', dog: 'Brock' },
  { title: 'Track in the wood', day: '2025-10-11', dog: 'Fen' },
];

beforeAll(async () => {
  [server, device] = await Promise.all([startServer({ env: { ADMIN_EMAILS: KATE } }), openDevice()]);
  const kate = await signInByCalls(server, KATE);
  const dogs: Record<string, string> = {};
  for (const name of ['Brock', 'Fen'])
    dogs[name] = (await kate.call<{ id: string }>('POST', '/api/dogs', { name, breed: 'Border Collie', birthdate: '2021-03-14' })).id;
  for (const { title, day, dog, notes = '' } of LOG) {
    const trained = { trainedAt: `${day}T09:00:00.000Z`, trainedZone: 'Europe/London' };
    await kate.call('POST', '/api/videos', { title, description: notes, dogId: dogs[dog], ...trained });
  }
  page = device.page();
  await signIn(page, server, KATE);
  await page.getByText(LOG[0]!.title).waitFor();
  await page.getByText('All synced').waitFor({ state: 'attached' });
  await readyForOffline(page);
  // Everything below works without signal.
  await device.setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: 'Search and filter' }).click();
});

afterAll(async () => {
  await device?.discard();
  await server?.stop();
});

const search = () => page.getByLabel('Search sessions');
const when = () => page.getByRole('combobox', { name: 'When' });
async function expectTitles(...titles: string[]): Promise<void> {
  await expect.poll(() => page.getByRole('article').getByRole('heading').allTextContents()).toEqual(titles);
}
const ALL = LOG.map(({ title }) => title);
const [SENDAWAY_FEN, TRACK_BROCK, SENDAWAY_BROCK, TRACK_FEN] = ALL as [string, string, string, string];

it('finds sessions by dog, words and months in any order, counts them, and marks the matches', async () => {
  await search().fill('brock track');
  await expectTitles(TRACK_BROCK);
  await page.getByRole('status').getByText('1 of 4 sessions').waitFor();
  await expect.poll(() => page.locator('mark').allTextContents()).toEqual(['Brock', 'Track']);
  await expectNoFaults(page);

  for (const words of ['sendaway', 'send away', 'SEND-AWAY']) {
    await search().fill(words);
    await expectTitles(SENDAWAY_FEN, SENDAWAY_BROCK);
  }
  await search().fill('october');
  await expectTitles(TRACK_BROCK, SENDAWAY_BROCK, TRACK_FEN);
  await search().fill('oct 2025');
  await expectTitles(TRACK_FEN);
});

it('finds sessions by notes, by beginnings of words, and without accents and hyphens, above an open keyboard too', async () => {
  for (const height of [844, 470]) {
    await resize(page, { width: 390, height });
    for (const words of ['corners', 'corn', 'cafe', 'CAFÉ ubermut', 'relaid', 're laid', 'stubb', 'bro corn']) {
      await search().fill('');
      await expectTitles(...ALL);
      await search().fill(words);
      await expectTitles(TRACK_BROCK);
    }
    await page.getByRole('status').getByText('1 of 4 sessions').waitFor();
    // The middle of a word is not its beginning.
    await search().fill('orners');
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
  }
  await resize(page, PHONE);
});

it('finds sessions by weekday, and by the day of a month', async () => {
  for (const words of ['saturday', 'sat', 'SATUR']) {
    await search().fill(words);
    await expectTitles(SENDAWAY_FEN, TRACK_BROCK, TRACK_FEN);
  }
  await search().fill('monday');
  await expectTitles(SENDAWAY_BROCK);
  await search().fill('saturday october');
  await expectTitles(TRACK_BROCK, TRACK_FEN);
  await search().fill('17 oct');
  await expectTitles(TRACK_BROCK);
});

it('drops one word of a search at a tap', async () => {
  await search().fill('fen track october');
  await expectTitles(TRACK_FEN);
  await page.getByRole('button', { name: 'Remove track' }).click();
  await page.getByRole('button', { name: 'Remove october' }).click();
  await expectTitles(SENDAWAY_FEN, TRACK_FEN);
  await expect.poll(() => search().inputValue()).toBe('fen');
  await search().fill('');
  await expectTitles(...ALL);
});

it('offers the months that have sessions, and shows one alone, even from a link or with a search', async () => {
  await expect
    .poll(() => when().locator('option').allTextContents())
    .toEqual(['Any time', 'Choose dates…', 'November 2026', 'October 2026', 'October 2025']);
  await when().selectOption({ label: 'October 2026' });
  await expectTitles(TRACK_BROCK, SENDAWAY_BROCK);
  await page.getByRole('status').getByText('2 of 4 sessions').waitFor();
  await search().fill('track');
  await expectTitles(TRACK_BROCK);
  await page.waitForURL(/q=track/);
  await page.reload();
  await expectTitles(TRACK_BROCK);
  // The months load after the sessions.
  await expect.poll(() => when().inputValue()).toBe('2026-10');
  await page.getByRole('button', { name: 'Search and filter' }).click();
  await page.getByText('Only October 2026, “track”').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expectTitles(...ALL);
  await page.getByRole('button', { name: 'Search and filter' }).click();
});

it('shows a range of days, which never ends before it begins', async () => {
  await when().selectOption({ label: 'Choose dates…' });
  await page.getByLabel('From').fill('2026-10-13');
  await expectTitles(SENDAWAY_FEN, TRACK_BROCK);
  await page.getByLabel('To', { exact: true }).fill('2026-10-17');
  await expectTitles(TRACK_BROCK);
  await expectNoFaults(page);
  await page.getByLabel('To', { exact: true }).fill('2025-12-31');
  await expect.poll(() => page.getByLabel('From').inputValue()).toBe('2025-12-31');
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
  await page.getByRole('button', { name: 'Show all sessions' }).click();
  await expectTitles(...ALL);
  await expect.poll(() => when().inputValue()).toBe('');
});

it('ignores a from and to in a link that are not days', async () => {
  await page.goto(`${server.url}/?from=yesterday&to=2026-99-99`);
  await expectTitles(...ALL);
  await page.getByRole('status').getByText(/ of /).waitFor({ state: 'detached' });
});
