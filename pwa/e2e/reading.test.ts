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
/** The texts of the steps, once they show. */
async function stepsIn(place: Locator): Promise<(string | null)[]> {
  await place.getByRole('listitem').first().waitFor();
  return place.getByRole('listitem').evaluateAll((steps) => steps.map((step) => step.lastElementChild?.textContent ?? null));
}

it('opens an own cue to all its steps, and leads on to editing it', async () => {
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
  expect(new URL(page.url()).search).toBe('?tab=mine');
});

it('closes a cue that its edit dialog deletes', async () => {
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
  expect(new URL(page.url()).search).toBe('?tab=mine');
});
