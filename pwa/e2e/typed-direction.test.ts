import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInByCalls } from './harness/api-person.ts';
import { type Device, openDevice } from './harness/browser.ts';
import { actOn, card } from './harness/log.ts';
import { expectNoFaultsHere } from './harness/no-faults.ts';
import { type Server, startServer } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';

const DANA = 'dana@example.org';
const DOG = 'רקסי שלי';
const TITLE = 'שליחה קדימה';
const CUE = 'קדימה עד הגדר';
const PROGRAM = 'תוכנית אביב';
const WORDS = 'רוח משמאל, מבט אחד לאחור.';

let server: Server;
let device: Device;
let page: Page;
let programId: string;

beforeAll(async () => {
  [server, device] = await Promise.all([startServer({ env: { ADMIN_EMAILS: DANA } }), openDevice()]);
  const dana = await signInByCalls(server, DANA);
  const make = async (path: string, payload: object) => (await dana.call<{ id: string }>('POST', path, payload)).id;
  await dana.call('PATCH', '/api/users/profile', { firstName: 'דנה', lastName: 'לוי', bio: WORDS });
  const dogId = await make('/api/dogs', { name: DOG, breed: 'רועה בלגי', birthdate: '2021-03-14', titles: ['אלוף'] });
  const trained = { trainedAt: '2026-11-14T09:00:00.000Z', trainedZone: 'Europe/London' };
  const id = await make('/api/videos', { title: TITLE, description: WORDS, dogId, ...trained });
  await dana.call('POST', `/api/videos/${id}/comments`, { content: WORDS });
  const cue = { name: CUE, description: WORDS, steps: [WORDS], difficulty: 'beginner', sport: 'Obedience', visibility: 'private' };
  const cueId = await make('/api/cues', cue);
  programId = await make('/api/programs', { name: PROGRAM, goal: WORDS, dogId });
  await dana.call('POST', `/api/programs/${programId}/cues`, { cueId, orderIndex: 0 });
  page = device.page();
  await signIn(page, server, DANA);
  await card(page, TITLE).waitFor();
});

afterAll(async () => {
  await device?.discard();
  await server?.stop();
});

/** Counts the Hebrew texts on the page, and lists those that do not run from right to left. */
const hebrewOn = () =>
  page.evaluate(() => {
    const isHebrew = (text: string) => /[\u0590-\u05ff]{2}/.test(text) && !/[a-z]/i.test(text);
    const isRight = (element: Element) => getComputedStyle(element).direction === 'rtl';
    const texts: Array<[text: string, isRight: boolean]> = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const [text, parent] = [node.textContent ?? '', node.parentElement];
      if (parent?.checkVisibility() && parent.tagName !== 'OPTION' && isHebrew(text)) texts.push([text, isRight(parent)]);
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) {
      if (field.checkVisibility() && isHebrew(field.value)) texts.push([field.value, isRight(field)]);
    }
    return { count: texts.length, wrong: texts.filter(([, right]) => !right).map(([text]) => text) };
  });

const dialog = (name: string) => page.getByRole('dialog', { name });
const shows = async (words: string) => page.getByRole('main').getByText(words).first().waitFor();

/** Places that show typed texts, the least number of texts there, and how to get there. */
const PLACES: ReadonlyArray<[name: string, least: number, go: () => Promise<unknown>]> = [
  ['the log', 3, () => page.goto(server.url).then(() => shows(WORDS))],
  ['comments', 2, () => actOn(page, TITLE, /comment/).then(() => dialog('Comments').getByText(WORDS).first().waitFor())],
  [
    'the form of a session',
    4,
    () =>
      page
        .goto(server.url)
        .then(() => actOn(page, TITLE, /^Edit/))
        .then(() => dialog('Edit Training Log').waitFor()),
  ],
  ['a search', 3, () => page.goto(`${server.url}/?q=${encodeURIComponent(TITLE)}`).then(() => page.locator('mark').first().waitFor())],
  ['My Dogs', 3, () => page.goto(`${server.url}/my-dogs`).then(() => shows(DOG))],
  [
    "a dog's profile",
    2,
    () =>
      page
        .getByRole('button', { name: DOG })
        .click()
        .then(() => dialog(DOG).waitFor()),
  ],
  ['Cues', 3, () => page.goto(`${server.url}/cues?tab=mine`).then(() => shows(CUE))],
  [
    'a cue',
    3,
    () =>
      page
        .getByRole('button', { name: CUE, exact: true })
        .click()
        .then(() => dialog(CUE).waitFor()),
  ],
  ['Programs', 4, () => page.goto(`${server.url}/programs`).then(() => shows(PROGRAM))],
  ['a program', 4, () => page.goto(`${server.url}/programs/${programId}`).then(() => shows(PROGRAM))],
  ['Edit Profile', 2, () => page.goto(`${server.url}/profile/edit`).then(() => page.getByLabel('First name').waitFor())],
];

it.each(PLACES)('shows typed Hebrew from right to left: %s', async (_, least, go) => {
  await go();
  await expect.poll(async () => (await hebrewOn()).count).toBeGreaterThanOrEqual(least);
  expect((await hebrewOn()).wrong).toEqual([]);
  await expectNoFaultsHere(page);
});
