import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyMigratedPglite } from '../../api/testing/migrated-pglite.ts';
import { startBuiltServer } from './built-server.mjs';
import { call } from './harness/as-person.ts';
import { LAUNCH, PHONE } from './harness/browser.ts';
import { card, logSession } from './harness/log.ts';
import { readyForOffline } from './harness/sign-in.ts';
import { leaveFirstRun } from './leave-first-run.mjs';
import { fillKennel } from './screenshot-kennel.mjs';
import { stillOf } from './still-of.mjs';

interface BrokenItem {
  /** The list, and the path that shows it. */
  list: string;
  path: string;
  /** The beginning of a text that only this item shows. Drawing that text throws. */
  breaks: string;
  /** The word for the item in the message. */
  what: string;
  /** A text of the same list or page that must still show. */
  stays: string;
  /** Opens the list, once the page is at `path`. */
  act?: (page: Page) => Promise<unknown>;
}

const tap = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const search = (words: string) => async (page: Page) => {
  await page.getByLabel('Name or dog name').fill(words);
  await tap('Search')(page);
};
const openComments = (page: Page) =>
  card(page, 'Retrieve over the jump')
    .getByRole('button', { name: /comment/i })
    .click();
const logOffline = async (page: Page) => {
  await readyForOffline(page);
  await page.context().setOffline(true);
  await logSession(page, { title: 'Sit' });
  await tap(/only on this/)(page);
};

/** Drafts and locked work are in broken-entry.test.ts. */
const LISTS: BrokenItem[] = [
  { list: 'the log', path: '/', breaks: 'Dumbbell hold, duration', what: 'session', stays: 'Send-away to second marker' },
  { list: 'plans', path: '/', breaks: 'Dumbbell hold, 12 s', what: 'plan', stays: 'Send-away to second marker' },
  { list: 'dogs', path: '/my-dogs', breaks: 'German Shepherd Dog', what: 'dog', stays: 'Fen' },
  { list: "a form's dogs", path: '/?dialog=add-session', breaks: 'Moss', what: 'dog', stays: 'Brock' },
  { list: 'achievements', path: '/my-dogs?dialog=dog&id=BROCK', breaks: 'First session', what: 'achievement', stays: '25 sessions' },
  { list: 'cues of the community', path: '/cues', breaks: 'Find it', what: 'cue', stays: 'Paw up' },
  { list: 'own cues', path: '/cues?tab=mine', breaks: 'Hold', what: 'cue', stays: 'Away' },
  { list: 'programs', path: '/programs', breaks: 'IGP 2', what: 'program', stays: 'Class C by spring' },
  { list: 'cues of a program', path: '/programs/PROGRAM', breaks: 'Hold', what: 'cue', stays: 'Away' },
  { list: 'partners', path: '/friends', breaks: 'Helen Marsh', what: 'partner', stays: 'Owen Pryce' },
  { list: 'received requests', path: '/friends', breaks: 'Owen Pryce', what: 'request', stays: 'Helen Marsh' },
  { list: 'sent requests', path: '/friends', breaks: 'Ines Abernathy', what: 'request', stays: 'Helen Marsh' },
  { list: 'requests below the bell', path: '/', breaks: 'Owen Pryce', what: 'request', stays: 'Notifications', act: tap(/^Notifications/) },
  { list: 'people to invite', path: '/friends?dialog=invite', breaks: 'Percy Lowe', what: 'profile', stays: 'Search', act: search('lowe') },
  { list: 'people of the community', path: '/community', breaks: 'Percy Lowe', what: 'profile', stays: 'Helen Marsh' },
  { list: 'comments', path: '/', breaks: 'Sixty by June', what: 'comment', stays: 'Lovely straight front. How', act: openComments },
  { list: 'sign-ins', path: '/your-data', breaks: 'Tablet', what: 'sign-in', stays: 'Phone' },
  { list: 'the waitlist', path: '/admin', breaks: 'waiting2@', what: 'address', stays: 'waiting4@example.org' },
  { list: 'addresses with beta access', path: '/admin', breaks: 'owen@', what: 'address', stays: 'helen@example.org' },
  { list: 'files', path: '/?dialog=storage', breaks: 'Picture of', what: 'file', stays: 'Files' },
  { list: 'deleted rows', path: '/?dialog=recently-deleted', breaks: 'Old recall', what: 'row', stays: 'Recently deleted' },
  // The last one leaves the page offline.
  { list: 'unsent changes', path: '/', breaks: 'New session', what: 'change', stays: 'Try now', act: logOffline },
];

let server: Awaited<ReturnType<typeof startBuiltServer>>;
let browser: Browser;
let page: Page;
const ids: Record<string, string> = {};

beforeAll(async () => {
  server = await startBuiltServer({ fill: copyMigratedPglite });
  const cookies: Record<string, string> = (await fillKennel(server)).kate;
  browser = await chromium.launch(LAUNCH);
  const context = await browser.newContext({ viewport: PHONE, locale: 'en-GB', timezoneId: 'Europe/London' });
  await leaveFirstRun(context);
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: server.origin })));
  page = await context.newPage();
  await page.addInitScript(breakTexts);
  await page.goto(server.origin);
  await page.getByText('All synced').first().waitFor({ state: 'attached' });
  const idIn = async (path: string, wanted: string) =>
    (await call<{ id: string; name: string }[]>(page, 'GET', path)).answer.find(({ name }) => name === wanted)?.id ?? '';
  ids['BROCK'] = await idIn('/api/dogs', 'Brock');
  ids['PROGRAM'] = await idIn('/api/programs', 'Class C by spring');
  await storeFile();
}, 400_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Runs in the page: React throws while it makes an element whose text begins with the stored words, as a defect in it would. */
function breakTexts() {
  const check = (text: unknown) => {
    const breaks = sessionStorage.getItem('breaks');
    if (breaks && String(text).startsWith(breaks)) throw new TypeError('This cannot be drawn');
  };
  const plain = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent');
  Object.defineProperty(Node.prototype, 'textContent', {
    ...plain,
    set(this: Node, text: string) {
      check(text);
      plain?.set?.call(this, text);
    },
  });
  const { createTextNode } = Document.prototype;
  Document.prototype.createTextNode = function (text: string) {
    check(text);
    return createTextNode.call(this, text);
  };
}

/** Logs a session with a picture, which stays on this device after its upload. */
async function storeFile() {
  const media = { name: 'field.png', mimeType: 'image/png', buffer: await stillOf('field') };
  await logSession(page, { title: 'Down in motion', media });
}

it.each(LISTS)('an item that cannot be drawn leaves the others of $list usable', async ({ path, breaks, what, stays, act }) => {
  await page.evaluate((begin) => sessionStorage.setItem('breaks', begin), breaks);
  await page.goto(server.origin + path.replace(/[A-Z]+$/, (name) => ids[name] ?? name));
  await act?.(page);
  const broken = page.getByText(`This ${what} can't be shown. Your data is safe.`).filter({ visible: true });
  await broken.first().waitFor();
  await page.getByText(stays).filter({ visible: true }).first().waitFor();
  // Once the others are there, nothing else of the list can break.
  await expect.poll(() => broken.count()).toBe(1);
  await page.getByRole('button', { name: 'Copy details' }).filter({ visible: true }).waitFor();
  expect(await page.getByText('Something went wrong').count()).toBe(0);
});

const thisMonth = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'Europe/London' }).format(new Date());

it.each([
  { what: 'dog', breaks: 'Moss', stays: 'Brock' },
  { what: 'month', breaks: thisMonth, stays: 'Any time' },
])('a $what that cannot be drawn leaves the other choices of the filters', async ({ what, breaks, stays }) => {
  await page.context().setOffline(false);
  await page.evaluate((begin) => sessionStorage.setItem('breaks', begin), breaks);
  await page.goto(server.origin);
  await tap('Search and filter')(page);
  const filters = page.getByRole('search');
  await expect
    .poll(() => filters.locator('option:disabled').allTextContents())
    .toEqual([`This ${what} can't be shown. Your data is safe.`]);
  expect(await filters.locator('option:enabled').allTextContents()).toContain(stays);
  expect(await page.getByText('Something went wrong').count()).toBe(0);
});
