import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInByCalls } from './harness/api-person.ts';
import { type Device, openDevice } from './harness/browser.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';

const KATE = 'kate@example.org';
const HELEN = 'helen@example.org';
const STEPS = [
  'Marker at 10 m. Send on one cue.',
  'Marker at 20 m. Walk away before you send.',
  'Marker at 30 m. Nothing on it until she looks straight.',
  'Second marker out, empty. Send to the first.',
  'Helper stands 5 m off the line.',
];

let server: Server;
let device: Device;
let page: Page;
const dogs: Record<string, string> = {};

beforeAll(async () => {
  [server, device] = await Promise.all([startServer({ env: { ADMIN_EMAILS: [KATE, HELEN].join(',') } }), openDevice()]);
  const [kate, helen] = [await signInByCalls(server, KATE), await signInByCalls(server, HELEN)];
  for (const name of ['Brock', 'Fen']) {
    const dog = { name, breed: 'Border Collie', birthdate: '2021-03-14' };
    dogs[name] = (await kate.call<{ id: string }>('POST', '/api/dogs', dog)).id;
    await kate.call('POST', '/api/videos', { title: `Track with ${name}`, dogId: dogs[name] });
  }
  const away = { name: 'Away', sport: 'Obedience', difficulty: 'advanced', description: 'A hit: straight to the marker.', steps: STEPS };
  const { id: awayId } = await kate.call<{ id: string }>('POST', '/api/cues', away);
  const program = { name: 'Class C by spring', dogId: dogs['Fen'], goal: 'Send-away at 30 m' };
  const { id } = await kate.call<{ id: string }>('POST', '/api/programs', program);
  const scent = await kate.call<{ id: string }>('POST', '/api/cues', { name: 'Scent cloth', sport: 'Obedience', steps: STEPS.slice(0, 2) });
  for (const [orderIndex, cueId] of [scent.id, awayId].entries())
    await kate.call('POST', `/api/programs/${id}/cues`, { cueId, orderIndex });
  const search = { name: 'Search', sport: 'Tracking', description: 'Nose down.', steps: STEPS, visibility: 'public' };
  await helen.call('POST', '/api/cues', search);
  page = device.page();
  await signIn(page, server, KATE);
  await page.getByText('Track with Fen').waitFor();
  await page.getByText('All synced').waitFor({ state: 'attached' });
  await page.getByRole('link', { name: 'Cues' }).click();
  await page.getByRole('heading', { name: 'Search' }).waitFor();
  await readyForOffline(page);
  // Everything below works without signal.
  await device.setOffline(true);
});

afterAll(async () => {
  await device?.discard();
  await server?.stop();
});

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const cueButton = (name: string) => page.getByRole('listitem').getByRole('button', { name, exact: true });
/** The texts of the steps, once they show. */
async function stepsIn(place: Locator): Promise<(string | null)[]> {
  await place.getByRole('listitem').first().waitFor();
  return place.getByRole('listitem').evaluateAll((steps) => steps.map((step) => step.lastElementChild?.textContent ?? null));
}

it("leads from a dog's profile to all of its sessions and back", async () => {
  await page.goto(`${server.url}/my-dogs`);
  await page.getByRole('button', { name: 'Fen' }).click();
  await expectNoFaults(page);
  await dialog('Fen').getByRole('link', { name: 'All sessions' }).click();
  await page.getByRole('heading', { name: 'Track with Fen' }).waitFor();
  await expect.poll(() => page.getByRole('article').getByRole('heading').allTextContents()).toEqual(['Track with Fen']);
  expect(new URL(page.url()).search).toBe(`?dog=${dogs['Fen']}`);
  await page.goBack();
  await dialog('Fen').waitFor();
});

it('opens a program to its cues and their steps, in large type, after a reload too', async () => {
  await page.goto(`${server.url}/programs`);
  await page.getByRole('link', { name: 'Class C by spring' }).click();
  await page.getByRole('heading', { name: 'Class C by spring', level: 1 }).waitFor();
  await page.getByText('Send-away at 30 m').waitFor();
  await expect
    .poll(() => page.getByRole('article').getByRole('heading', { level: 2 }).allTextContents())
    .toEqual(['1Scent cloth', '2Away']);
  expect(await page.getByText(STEPS[0]!).filter({ visible: true }).count()).toBe(0);
  await cueButton('Scent cloth').click();
  await cueButton('Away').click();
  await expect.poll(() => cueButton('Scent cloth').getAttribute('aria-expanded')).toBe('false');
  await page.reload();
  const away = page.getByRole('region', { name: 'Away' });
  await expect.poll(() => stepsIn(away)).toEqual(STEPS);
  expect(await away.getByText(STEPS[0]!).evaluate((step) => getComputedStyle(step).fontSize)).toBe('24px');
  for (const target of [
    cueButton('Away'),
    page.getByRole('link', { name: 'Log Away' }),
    page.locator('main').getByRole('link', { name: 'Programs' }),
  ])
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(56);
  await expectNoFaults(page);
});

it("logs a session of a cue with the program's dog, and returns to the open cue", async () => {
  await page.getByRole('link', { name: 'Log Away' }).click();
  const add = dialog('Add Training Log');
  await add.waitFor();
  await expect.poll(() => add.getByLabel('Title').inputValue()).toBe('Away');
  await page.keyboard.press('Escape');
  await cueButton('Away').waitFor();
  await expect.poll(() => cueButton('Away').getAttribute('aria-expanded')).toBe('true');

  await page.getByRole('link', { name: 'Log Away' }).click();
  await add.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('region', { name: 'Away' }).waitFor();
  await page.locator('.toast').getByRole('button', { name: 'Show' }).click();
  const logged = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Away' }) });
  await logged.getByText('Fen').waitFor();
});

it('shows that a program does not exist', async () => {
  await page.goto(`${server.url}/programs/01234567-89ab-7def-8123-456789abcdef`);
  await page.getByRole('heading', { name: 'Program not found', level: 1 }).waitFor();
  await expectNoFaults(page);
});

it('opens a cue of My Cues to all its steps, and leads on to editing it', async () => {
  await page.goto(`${server.url}/cues?tab=mine`);
  await page.getByRole('button', { name: 'Away', exact: true }).click();
  const cue = dialog('Away');
  for (const words of ['A hit: straight to the marker.', 'Advanced', 'Obedience']) await cue.getByText(words).waitFor();
  expect(await stepsIn(cue)).toEqual(STEPS);
  await expectNoFaults(page);

  await page.reload();
  await cue.getByRole('button', { name: 'Edit' }).click();
  await dialog('Edit Cue').getByLabel('Steps').fill(STEPS.slice(0, 2).join('\n'));
  await dialog('Edit Cue').getByRole('button', { name: 'Update' }).click();
  await expect.poll(() => stepsIn(cue)).toEqual(STEPS.slice(0, 2));
  await page.goBack();
  await cue.waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=mine');
});

it('closes the dialog of a cue that is deleted in its edit dialog', async () => {
  await page.getByRole('button', { name: 'Away', exact: true }).click();
  await dialog('Away').getByRole('button', { name: 'Edit' }).click();
  await dialog('Edit Cue').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Away', exact: true }).waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=mine');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Away', exact: true }).waitFor();
});

it('opens a community cue to all its steps before importing it', async () => {
  await page.goto(`${server.url}/cues`);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const cue = dialog('Search');
  expect(await stepsIn(cue)).toEqual(STEPS);
  await expectNoFaults(page);

  await page.reload();
  expect(await stepsIn(cue)).toEqual(STEPS);
  await cue.getByRole('button', { name: 'Import Search' }).click();
  await cue.getByRole('link', { name: 'In My Cues' }).click();
  await cue.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Search' }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=mine');
});
