import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiPerson, signInByCalls } from './harness/api-person.ts';
import { type Device, openDevice } from './harness/browser.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';

const KATE = 'kate@example.org';
const KINDS: Record<string, string> = { h: 'hit', m: 'miss', a: 'helped' };
/** Days of the sessions, and their sets: metres, distraction and results. */
const SESSIONS = [
  ['2026-09-28', '10 none hhhhm', '10 none hhmhh'],
  ['2026-10-05', '20 none hhhmh', '20 none hmhmh'],
  ['2026-10-12', '20 low hhmhh', '30 low hhhmm'],
  ['2026-10-19', '30 low hhmhh', '30 low mhhmh'],
  ['2026-10-26', '30 low hhhmh'],
] as const;

let server: Server;
let phone: Device;
let page: Page;

beforeAll(async () => {
  [server, phone] = await Promise.all([startServer({ env: { ADMIN_EMAILS: KATE } }), openDevice()]);
  const { call } = await signInByCalls(server, KATE);
  const { id: dogId } = await call<{ id: string }>('POST', '/api/dogs', { name: 'Fen', breed: 'Collie', birthdate: '2022-08-03' });
  await call('POST', '/api/dogs', { name: 'Moss', breed: 'Labrador', birthdate: '2025-08-03' });
  for (const [day, ...sets] of SESSIONS) {
    const videoId = await logged(call, { day, dogId });
    for (const [position, set] of sets.entries()) await addSet(call, { videoId, day, position, set, exercise: 'Send-away' });
  }
  const videoId = await logged(call, { day: '2026-10-27', dogId });
  await addSet(call, { videoId, day: '2026-10-27', position: 0, set: '- none hhm', exercise: 'Recall to front' });
  page = phone.page();
  await signIn(page, server, KATE);
  await page.getByText('All synced').waitFor({ state: 'attached' });
  await readyForOffline(page);
  // A killed browser loses cookies that it has not written yet; a closed one writes them.
  await phone.close();
  page = await phone.reopen({ offline: true });
  await page.goto(`${server.url}/my-dogs`);
});

afterAll(async () => {
  await phone?.discard();
  await server?.stop();
});

async function logged(call: ApiPerson['call'], { day, dogId }: { day: string; dogId: string }): Promise<string> {
  const payload = { title: 'Training', dogId, trainedAt: `${day}T10:00:00.000Z`, trainedZone: 'Europe/London' };
  return (await call<{ id: string }>('POST', '/api/videos', payload)).id;
}

interface SetOfSession {
  videoId: string;
  day: string;
  position: number;
  set: string;
  exercise: string;
}

async function addSet(call: ApiPerson['call'], { set, day, ...place }: SetOfSession) {
  const [metres, distraction, results = ''] = set.split(' ');
  const startMs = Date.parse(`${day}T10:00:00.000Z`) + place.position * 600_000;
  await call('POST', '/api/sets', {
    ...place,
    distanceM: metres === '-' ? null : Number(metres),
    distraction,
    hitMeans: 'One cue',
    startedAt: new Date(startMs).toISOString(),
    reps: [...results].map((letter, rep) => `0000000${rep} ${KINDS[letter]} at ${(startMs + rep * 30_000).toString(36)}`),
  });
}

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const dogCard = (name: string) => page.getByRole('article').filter({ has: page.getByRole('heading', { name }) });
const exercise = () => dialog('Send-away · Fen');

it('lists the exercises of a dog without signal, the latest first, each with its last set', async () => {
  await dogCard('Fen').getByRole('button', { name: 'Fen' }).click();
  const lines = dialog('Fen').locator('.skill');
  await expect.poll(() => lines.count()).toBe(2);
  expect(await lines.first().innerText()).toMatch(/Recall to front\s+2\/3\s+no distraction · 3 reps\s+Too few reps for a line/);
  expect(await lines.last().innerText()).toMatch(/Send-away\s+4\/5\s+30 m, low distraction\s+Next: 35 m, low distraction/);
  await lines.last().getByRole('img', { name: '4 of 5: hit, hit, hit, miss, hit' }).waitFor();
  await lines.last().getByRole('img', { name: 'Share of hits by week, latest 70 %' }).waitFor();
  await expectNoFaults(page);
});

it('says how an exercise is going, what the true rate may be, and what comes next', async () => {
  await dialog('Fen')
    .getByRole('button', { name: /^Send-away/ })
    .click();
  await exercise().getByText('70 % hits · 30 m, low distraction', { exact: true }).waitFor();
  await exercise()
    .getByText('14 of 20 reps since 12 October 2026. With 20 reps, the true rate is probably between 48 % and 85 %. 2 reps a minute.')
    .waitFor();
  await exercise().getByText('Next: 35 m, low distraction', { exact: true }).waitFor();
  await exercise()
    .getByText('Last set 4 of 5 at 30 m, low distraction. Rule of five: four hits or more of five, make it harder.')
    .waitFor();
  await expectNoFaults(page);
});

it('has a table behind its chart, and shows the sets behind each figure', async () => {
  await exercise().getByText('Table', { exact: true }).click();
  const rows = exercise().getByRole('table').first().getByRole('row');
  await expect.poll(() => rows.allInnerTexts()).toContain('19 Oct\t7\t10');
  expect(await rows.count()).toBe(9);
  await exercise().getByRole('button', { name: '5 Oct' }).click();
  const sets = exercise().getByRole('link', { name: /\d\/5$/ });
  await exercise().getByRole('heading', { name: 'Sets in the week of 5 Oct' }).waitFor();
  expect(await sets.allInnerTexts()).toEqual([expect.stringMatching(/5 Oct\s+20 m, no distraction\s+3\/5/), expect.stringMatching(/4\/5/)]);
  await exercise().getByRole('button', { name: 'Show these sets' }).click();
  await exercise().getByRole('heading', { name: 'Sets behind the rate' }).waitFor();
  await expect.poll(() => sets.count()).toBe(4);
  await exercise().getByRole('button', { name: 'All sets' }).click();
  await expect.poll(() => sets.count()).toBe(9);
});

it('leads from a last set to its session, and back', async () => {
  await exercise()
    .getByRole('link', { name: /26 Oct/ })
    .click();
  await page.getByRole('heading', { name: 'Training', level: 1 }).waitFor();
  await page.goBack();
  await exercise().waitFor();
  expect(await exercise().getByRole('button', { name: 'Back' }).isVisible()).toBe(true);
});

it('trains a cell of the proofing map in field mode, from the next criterion on', async () => {
  const cell = (name: string) => exercise().getByRole('button', { name, exact: true });
  await cell('35 m, Low: Next not tried').waitFor();
  await cell('30 m, Low: Now 14/20').click();
  await exercise().getByRole('heading', { name: 'Sets at 30 m, low distraction' }).waitFor();
  await cell('20 m, Medium: not tried').click();
  await exercise().getByText('Not tried yet.').waitFor();
  await expectNoFaults(page);
  await exercise().getByRole('link', { name: 'Train 20 m, medium distraction' }).click();
  await page.getByRole('group', { name: 'Distance' }).getByText('20 m', { exact: true }).waitFor();
  expect(await page.getByRole('group', { name: 'Distraction' }).locator('output').innerText()).toBe('Medium');
  expect(await page.getByLabel('Exercise', { exact: true }).inputValue()).toBe('Send-away');
  expect(await page.getByLabel('Dog').locator(':checked').innerText()).toBe('Fen');
  await page.goBack();
  await exercise().getByRole('link', { name: 'Train 35 m, low distraction', exact: true }).click();
  await page.getByRole('group', { name: 'Distance' }).getByText('35 m', { exact: true }).waitFor();
  // By key: the app takes a click so soon after the last one, in the same place, for a double tap.
  await page.getByRole('button', { name: 'Start set' }).press('Enter');
  await page.getByText('Fen · set 1 · 35 m, low distraction, One cue').waitFor();
  await page.goBack();
});

it('draws nothing from three reps, and says so', async () => {
  await page.goto(`${server.url}/my-dogs`);
  await dogCard('Fen').getByRole('button', { name: 'Fen' }).click();
  await dialog('Fen')
    .getByRole('button', { name: /^Recall to front/ })
    .click();
  const recall = dialog('Recall to front · Fen');
  await recall.getByText('3 reps so far · no distraction').waitFor();
  await recall.getByText('Too few for a rate: that takes 10 reps.').waitFor();
  await recall.getByText('Last set 2 of 3. Advice comes after 5 reps.').waitFor();
  await recall.getByText('Too few reps for a chart.').waitFor();
  expect(await recall.locator('.week, .proof').count()).toBe(0);
  await recall.getByRole('button', { name: 'Back' }).click();
  await dialog('Fen').waitFor();
});

it('says what to do for a dog without reps', async () => {
  await page.goto(`${server.url}/my-dogs`);
  await dogCard('Moss').getByRole('button', { name: 'Moss' }).click();
  await dialog('Moss').getByText('No recent reps').waitFor();
  await dialog('Moss').getByRole('link', { name: 'Start in field mode' }).click();
  await page.getByRole('button', { name: 'Start set' }).waitFor();
  expect(await page.getByLabel('Dog').locator(':checked').innerText()).toBe('Moss');
});

it('starts another dog with its own last set, not with the one of the link', async () => {
  await page.goto(`${server.url}/my-dogs`);
  await dogCard('Fen').getByRole('button', { name: 'Fen' }).click();
  await dialog('Fen')
    .getByRole('button', { name: /^Recall to front/ })
    .click();
  await dialog('Recall to front · Fen').getByRole('link', { name: 'Train this', exact: true }).click();
  await expect.poll(() => page.getByLabel('Exercise', { exact: true }).inputValue()).toBe('Recall to front');
  await page.getByLabel('Dog').selectOption('Moss');
  await expect.poll(() => page.getByLabel('Exercise', { exact: true }).inputValue()).toBe('');
});

it('keeps names readable beside many knots, on the narrowest phone', async () => {
  await page.goto(`${server.url}/my-dogs`);
  await dogCard('Fen').getByRole('button', { name: 'Fen' }).click();
  await page.setViewportSize({ width: 320, height: 640 });
  const line = dialog('Fen').getByRole('button').filter({ hasText: 'Send-away' });
  await line.locator('.reps').evaluate((reps) => reps.append(...Array.from({ length: 35 }, () => reps.firstElementChild!.cloneNode())));
  expect((await line.locator('b').boundingBox())?.width).toBeGreaterThan(90);
});
