import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInByCalls } from './harness/api-person.ts';
import { becomePartners, call } from './harness/as-person.ts';
import { type Device, openDevice } from './harness/browser.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';

const [KATE, OWEN] = ['kate@example.org', 'owen@example.org'];

let server: Server;
let phone: Device;
let partners: Device;
let kate: Page;
let owen: Page;

beforeAll(async () => {
  [server, phone, partners] = await Promise.all([startServer({ env: { ADMIN_EMAILS: `${KATE},${OWEN}` } }), openDevice(), openDevice()]);
  const { call: api } = await signInByCalls(server, KATE);
  const made = async (path: string, body: object) => (await api<{ id: string }>('POST', path, body)).id;
  const dogId = await made('/api/dogs', { name: 'Fen', breed: 'Collie', birthdate: '2022-08-14' });
  const videoId = await made('/api/videos', { title: 'Yesterday', dogId });
  const program = await made('/api/programs', { name: 'Class C by spring', dogId });
  for (const [orderIndex, name] of ['Send-away', 'Recall'].entries())
    await api('POST', `/api/programs/${program}/cues`, { cueId: await made('/api/cues', { name }), orderIndex });
  const reps = ['1 hit', '2 hit', '3 miss', '4 hit', '5 hit'].map((rep) => rep.padStart(rep.length + 7, '0'));
  await made('/api/sets', { videoId, exercise: 'Send-away', distanceM: 30, reps });
  [kate, owen] = [phone.page(), partners.page()];
  await signIn(kate, server, KATE);
  await signIn(owen, server, OWEN);
  await becomePartners(kate, owen);
  await kate.getByText('All synced').waitFor({ state: 'attached' });
  await readyForOffline(kate);
  await phone.setOffline(true);
});

afterAll(async () => {
  await phone?.discard();
  await partners?.discard();
  await server?.stop();
});

const button = (name: string | RegExp) => kate.getByRole('button', { name, exact: true });
const dialog = (name: string) => kate.getByRole('dialog', { name });
const plans = () => kate.getByRole('region', { name: 'Plans' });
const openTab = (name: string) => kate.getByRole('link', { name, exact: true }).first().click();

async function expectGoodForm(name: string) {
  await dialog(name).waitFor();
  await expectNoFaults(kate);
}

it('makes a plan of a program in one tap, with the criteria that come next, without signal', async () => {
  await openTab('Programs');
  await kate
    .getByRole('link', { name: /Class C by spring/ })
    .first()
    .click();
  await kate.getByRole('link', { name: 'Plan a session' }).click();
  await expectGoodForm('Plan a session');
  const planned = dialog('Plan a session').getByRole('listitem');
  await expect
    .poll(() => planned.allInnerTexts())
    .toEqual([expect.stringMatching(/^Send-away\n*35 m\n*Last 4\/5 at 30 m$/), expect.stringMatching(/^Recall\n*Not trained lately$/)]);
  expect(await button('Today').getAttribute('aria-pressed')).toBe('true');
  await button('Save plan').click();
  await kate.getByText(/^Planned for /).waitFor();
  await kate.getByRole('heading', { name: 'Class C by spring', level: 1 }).waitFor();
  await openTab('Training Log');
  await plans()
    .getByRole('heading', { name: /^Send-away, 35 m\s*Recall$/ })
    .waitFor();
  await expectNoFaults(kate);
});

it('keeps an unsaved plan as a draft that the log offers', async () => {
  await openTab('My Dogs');
  await kate.getByRole('button', { name: /Fen/ }).first().click();
  await kate.getByRole('link', { name: 'Plan a session' }).click();
  await dialog('Plan a session').getByLabel('Note').fill('Bring the dumbbell');
  await button('Tomorrow').click();
  await dialog('Plan a session').getByRole('button', { name: 'Close' }).first().click();
  await dialog('Fen').waitFor();
  await kate.keyboard.press('Escape');
  await dialog('Fen').waitFor({ state: 'detached' });
  await openTab('Training Log');
  await kate.getByRole('button', { name: 'Continue: Unsaved plan.' }).click();
  await expect.poll(() => dialog('Plan a session').getByLabel('Note').inputValue()).toBe('Bring the dumbbell');
  await button('Last time').click();
  await dialog('Plan a session').getByRole('listitem').filter({ hasText: 'Send-away' }).waitFor();
  await button('Save plan').click();
  await expect
    .poll(() =>
      plans()
        .getByRole('button', { name: /^Edit plan/ })
        .count(),
    )
    .toBe(2);
});

/** Field mode ignores taps on a view that has just appeared. */
async function clickAfterSettling(name: string) {
  await kate.waitForFunction((since) => performance.now() - since > 600, await kate.evaluate(() => performance.now()));
  await button(name).click();
}

it('starts from the log, goes exercise by exercise, and keeps what was not done', async () => {
  await button(/^Start /).click();
  await kate.getByText('Fen · set 1 · 35 m').waitFor();
  for (const reps of [1, 2, 3, 4, 5]) {
    await clickAfterSettling('Hit');
    if (reps < 5) await expect.poll(() => kate.getByRole('img').getAttribute('aria-label')).toMatch(new RegExp(`^${reps} of ${reps}:`));
  }
  await kate.getByRole('button', { name: 'Next: Recall' }).waitFor();
  await expectNoFaults(kate);
  await button('Finish').click();
  await kate.getByRole('heading', { name: 'Send-away', exact: true, level: 1 }).waitFor();
  await openTab('Training Log');
  await expect.poll(() => plans().locator('.plan-now').innerText()).toMatch(/Recall/);
  expect(await plans().locator('.plan-now').innerText()).not.toContain('Send-away');
  await button(/^Start /).click();
  await button('Hit').waitFor();
  await button('Finish').click();
  await openTab('Training Log');
});

it('starts at once from its form, only today, and goes on with any exercise that is still planned', async () => {
  await kate.getByRole('button', { name: 'Plan a session' }).click();
  const form = dialog('Plan a session');
  for (const exercise of ['Down', 'Sit', 'Recall']) {
    await button('Add exercise').click();
    await form.getByLabel('Exercise', { exact: true }).fill(exercise);
    await form.getByRole('button', { name: /^More: / }).click();
    await form.getByLabel(/^Reps planned/).fill('1');
  }
  await button('Tomorrow').click();
  expect(await button('Start now').count()).toBe(0);
  await button('Today').click();
  await button('Start now').click();
  await kate.getByText('Fen · set 1').waitFor();
  await clickAfterSettling('Hit');
  await kate.getByRole('button', { name: 'Next: Sit' }).waitFor();
  await clickAfterSettling('Change exercise');
  const planned = kate.getByRole('group', { name: 'Still planned' }).getByRole('button');
  await expect.poll(() => planned.allInnerTexts()).toEqual(['Sit', 'Recall']);
  await expectNoFaults(kate);
  await planned.filter({ hasText: 'Recall' }).click();
  await kate.getByRole('heading', { name: /^Recall/ }).waitFor();
  await clickAfterSettling('Hit');
  await kate.getByRole('button', { name: 'Next: Sit' }).waitFor();
  await clickAfterSettling('Finish');
  await kate.getByRole('heading', { name: 'Down', exact: true, level: 1 }).waitFor();
  await kate.goBack();
  await expect.poll(() => plans().locator('.plan-now').allInnerTexts()).toContainEqual(expect.stringMatching(/\n\s*Sit\s/));
});

it('is edited, deleted and brought back', async () => {
  await plans()
    .getByRole('button', { name: /^Edit plan/ })
    .first()
    .click();
  await expectGoodForm('Edit plan');
  await dialog('Edit plan').getByLabel('Note').fill('Indoors');
  await button('Update').click();
  await dialog('Edit plan').waitFor({ state: 'detached' });
  await plans().getByText('Indoors').waitFor();
  await plans()
    .getByRole('button', { name: /^Edit plan/ })
    .first()
    .click();
  expect(await dialog('Edit plan').getByLabel('Note').inputValue()).toBe('Indoors');
  await dialog('Edit plan').getByRole('button', { name: 'Delete' }).click();
  await button('Undo').click();
  await plans().getByText('Indoors').waitFor();
});

it('counts down to a trial of a dog, which partners see once it is shown', async () => {
  await openTab('My Dogs');
  await kate.getByRole('button', { name: /Fen/ }).first().click();
  await button('Add a trial').click();
  await expectGoodForm('Add a trial');
  const form = dialog('Add a trial');
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await button('Add').click();
  await form.getByText('Please enter a name', { exact: true }).waitFor();
  await form.getByLabel('Name', { exact: true }).fill('Spring trial');
  await form.getByLabel('Day', { exact: true }).fill(inDays(21));
  await form.getByLabel('Entry closes').fill(inDays(7));
  await form.getByLabel('Level').fill('IGP 2');
  await button('Add').click();
  const line = dialog('Fen').getByRole('listitem').filter({ hasText: 'Spring trial' });
  await line.getByText(/^In 2[012] days/).waitFor();
  await expectNoFaults(kate);

  await phone.setOffline(false);
  await kate.getByText('All synced').waitFor({ state: 'attached' });
  const kateId = (await call<{ id: string }>(kate, 'GET', '/api/auth/user')).answer.id;
  await owen.goto(`${server.url}/profile/${kateId}`);
  await owen.getByRole('heading', { level: 1 }).waitFor();
  await owen.getByText('All synced').waitFor({ state: 'attached' });
  expect(await owen.getByText('Spring trial').count()).toBe(0);
  await line.getByRole('button', { name: 'Edit Spring trial' }).click();
  await dialog('Edit trial').getByRole('switch', { name: 'Show to partners' }).click();
  await dialog('Edit trial').getByLabel('Day', { exact: true }).fill(inDays(0));
  await dialog('Edit trial').getByLabel('Title won').fill('IGP 2');
  await button('Update').click();
  await dialog('Fen').getByRole('listitem').filter({ hasText: 'IGP 2' }).last().waitFor();
  await owen.getByRole('listitem').filter({ hasText: 'Spring trial' }).waitFor();
  await expectNoFaults(owen);
  await owen.goto(server.url);
  await owen.getByText('Yesterday').waitFor();
  expect(await owen.getByText('Indoors').count()).toBe(0);
});

it('gives plans and trials to a calendar, as a file and by an address that can be revoked', async () => {
  await kate.goto(`${server.url}/your-data`);
  const saving = kate.waitForEvent('download');
  await button('Save as a file').click();
  const file = await readFile(await (await saving).path(), 'utf8');
  expect(file).toContain('SUMMARY:Fen: Spring trial\r\n');
  await button('Make a private address').click();
  const address = await kate.getByLabel('Address to copy').inputValue();
  await expectNoFaults(kate);
  const fetched = async () => (await fetch(address)).status;
  expect(await (await fetch(address)).text()).toContain('SUMMARY:Fen: Spring trial');
  await button('Make a new address').click();
  await kate.getByRole('dialog').getByRole('button', { name: 'Make a new address' }).click();
  await expect.poll(() => kate.getByLabel('Address to copy').inputValue()).not.toBe(address);
  expect(await fetched()).toBe(404);
  await kate.reload();
  await kate.getByText(/To see an address again/).waitFor();
  await button('Revoke').click();
  await kate.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await button('Make a private address').waitFor();
});
