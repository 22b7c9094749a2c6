import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInByCalls } from './harness/api-person.ts';
import { type Device, openDevice } from './harness/browser.ts';
import { addSession, card } from './harness/log.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';

const [KATE, OWEN] = ['kate@example.org', 'owen@example.org'];

let server: Server;
let phone: Device;
let partners: Device;
let kate: Page;
let session: string;

beforeAll(async () => {
  [server, phone, partners] = await Promise.all([startServer({ env: { ADMIN_EMAILS: `${KATE},${OWEN}` } }), openDevice(), openDevice()]);
  const [byCalls, owen] = [await signInByCalls(server, KATE), await signInByCalls(server, OWEN)];
  session = (await byCalls.call<{ id: string }>('POST', '/api/videos', { title: 'On the field' })).id;
  await byCalls.call('POST', '/api/cues', { name: 'Send-away', steps: ['At the marker', 'At the gate'] });
  const { id: owenId } = await owen.call<{ id: string }>('GET', '/api/auth/user');
  const { id } = await byCalls.call<{ id: string }>('POST', '/api/friendships', { friendId: owenId });
  await owen.call('PATCH', `/api/friendships/${id}`, { status: 'accepted' });
  kate = phone.page();
  await signIn(kate, server, KATE);
  await kate.getByText('All synced').waitFor({ state: 'attached' });
  await readyForOffline(kate);
  // A killed browser loses cookies that it has not written yet; a closed one writes them.
  await phone.close();
  kate = await phone.reopen({ offline: true });
  await kate.goto(`${server.url}/video/${session}`);
});

afterAll(async () => {
  await phone?.discard();
  await partners?.discard();
  await server?.stop();
});

const dialog = () => kate.getByRole('dialog', { name: 'Add exercise' });
const exercise = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
const count = (button: 'Hit' | 'Miss' | 'Helped' | 'Undo the last rep', name: string) =>
  exercise(kate, name)
    .getByRole('button', { name: `${button}: ${name}` })
    .click();
const knots = (page: Page, name: string) => exercise(page, name).getByRole('img');

it('adds exercises without signal: one of the cues, or one by name that was counted already', async () => {
  await kate.getByRole('button', { name: 'Add exercise' }).click();
  await dialog().getByRole('button', { name: 'Add', exact: true }).click();
  await dialog().getByText('Please enter an exercise').first().waitFor();
  await dialog().getByRole('group', { name: 'Recent exercises and cues' }).getByRole('button', { name: 'Send-away' }).click();
  await dialog().getByLabel('Distance in metres').fill('30');
  await dialog().getByRole('button', { name: 'More: duration, count, distraction, step' }).click();
  await dialog().getByLabel('Step').selectOption('At the marker');
  await expectNoFaults(kate);
  await dialog().getByRole('button', { name: 'Add', exact: true }).click();
  await exercise(kate, 'Send-away').getByText('At the marker, 30 m').waitFor();
  await exercise(kate, 'Send-away').getByText('No reps yet').waitFor();

  await kate.getByRole('button', { name: 'Add exercise' }).click();
  await dialog().getByLabel('Exercise', { exact: true }).fill('Dumbbell hold');
  await dialog().getByLabel('Hits of reps, if already counted').fill('2/3');
  await dialog().getByRole('button', { name: 'More: duration, count, distraction, step' }).click();
  await dialog().getByLabel('Duration in seconds').fill('a while');
  await dialog().getByLabel('Distraction').selectOption('Low');
  await dialog().getByRole('button', { name: 'Add', exact: true }).click();
  await dialog().getByText('Must be a number').first().waitFor();
  await dialog().getByLabel('Duration in seconds').fill('12');
  await dialog().getByRole('button', { name: 'Add', exact: true }).click();
  await exercise(kate, 'Dumbbell hold').getByText('2/3').waitFor();
  await exercise(kate, 'Dumbbell hold').getByText('12 s, low distraction').waitFor();
  await exercise(kate, 'Dumbbell hold').getByText('Typed: no time, no order').waitFor();
  expect(await knots(kate, 'Dumbbell hold').getAttribute('aria-label')).toBe('2 of 3, typed');
});

it('counts with one tap a rep, undoes the last one, and keeps all through a kill', async () => {
  for (const button of ['Hit', 'Miss', 'Helped', 'Hit'] as const) await count(button, 'Send-away');
  await exercise(kate, 'Send-away').getByText('2/4').waitFor();
  await count('Undo the last rep', 'Send-away');
  await exercise(kate, 'Send-away').getByText('1/3').waitFor();
  await count('Hit', 'Send-away');
  await exercise(kate, 'Send-away').getByText('2/4').waitFor();
  await expectNoFaults(kate);
  await phone.kill();
  kate = await phone.reopen({ offline: true });
  await kate.goto(`${server.url}/video/${session}`);
  await expect.poll(() => knots(kate, 'Send-away').getAttribute('aria-label')).toBe('2 of 4: hit, miss, helped, hit');
});

it('shows a partner the results once there is signal, and no buttons', async () => {
  await phone.setOffline(false);
  await kate.getByText('All synced').waitFor({ state: 'attached' });
  const owen = partners.page();
  await signIn(owen, server, OWEN);
  await owen.goto(`${server.url}/video/${session}`);
  await expect.poll(() => knots(owen, 'Send-away').getAttribute('aria-label')).toBe('2 of 4: hit, miss, helped, hit');
  expect(await exercise(owen, 'Send-away').getByRole('button').count()).toBe(0);
  expect(await owen.getByRole('button', { name: 'Add exercise' }).count()).toBe(0);
  await expectNoFaults(owen);
  await owen.goto(server.url);
  const results = card(owen, 'On the field').getByRole('list');
  await results.getByText('2/4').waitFor();
  expect(await results.getByRole('listitem').allInnerTexts()).toEqual([
    'Send-away, 30 m\n2/4',
    'Dumbbell hold, 12 s, low distraction\n2/3',
  ]);
  await expectNoFaults(owen);
});

it('deletes an exercise at once, and brings it back with Undo', async () => {
  await kate.getByRole('button', { name: 'Delete Dumbbell hold' }).click();
  await expect.poll(() => exercise(kate, 'Dumbbell hold').count()).toBe(0);
  await kate.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await exercise(kate, 'Dumbbell hold').getByText('2/3').waitFor();
});

it('edits exercise and criterion, and keeps unsaved changes as a draft that the log offers', async () => {
  const editing = kate.getByRole('dialog', { name: 'Edit exercise' });
  await kate.getByRole('button', { name: 'Edit Dumbbell hold' }).click();
  expect(await editing.getByLabel('Duration in seconds').inputValue()).toBe('12');
  await editing.getByLabel('Duration in seconds').fill('');
  await editing.getByLabel(/^Count/).fill('20');
  await editing.getByLabel('Unit').fill('paces');
  await expectNoFaults(kate);
  await kate.keyboard.press('Escape');
  await editing.waitFor({ state: 'detached' });
  await kate.goto(server.url);
  const draft = 'Unsaved changes to the exercise Dumbbell hold.';
  await kate.getByRole('button', { name: `Continue: ${draft}` }).click();
  await editing.getByRole('button', { name: 'Update' }).click();
  await exercise(kate, 'Dumbbell hold').getByText('20 paces, low distraction').waitFor();
  await kate.getByRole('button', { name: 'Edit Dumbbell hold' }).click();
  expect(await editing.getByLabel('Unit').inputValue()).toBe('paces');
  expect(await editing.getByRole('button', { name: 'Discard' }).count()).toBe(0);
  await kate.keyboard.press('Escape');
  await editing.waitFor({ state: 'detached' });
});

it('offers a result in the notes as a set, and makes one only when asked', async () => {
  await kate.goto(server.url);
  await addSession(kate, server.url, { title: 'From memory', notes: 'Send-away 30 m, 4/5 straight.' });
  await card(kate, 'From memory').getByRole('link', { name: 'From memory', exact: true }).click();
  const offer = kate.getByRole('button', { name: 'Make a set of “4/5”' });
  await offer.click();
  expect(await dialog().getByLabel('Distance in metres').inputValue()).toBe('30');
  expect(await dialog().getByLabel('Hits of reps').inputValue()).toBe('4/5');
  await dialog().getByLabel('Exercise', { exact: true }).fill('Send-away');
  await dialog().getByRole('button', { name: 'Add', exact: true }).click();
  await exercise(kate, 'Send-away').getByText('4/5').waitFor();
  await expect.poll(() => offer.count()).toBe(0);
});

it('gives the results of a session as a line and as CSV', async () => {
  await kate.getByRole('button', { name: 'Share' }).click();
  await kate.getByText('Send-away 30 m: 4/5.', { exact: true }).waitFor();
  await expectNoFaults(kate);
  const saving = kate.waitForEvent('download');
  await kate.getByRole('button', { name: 'Results as CSV' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('From memory.csv');
  expect(await readFile(await saved.path(), 'utf8')).toMatch(/From memory,Send-away,,30,,,,,,5,4,1,0,\r\n$/);
});

const form = () => kate.getByRole('dialog', { name: 'Add Training Log' });
const counted = (name: string) =>
  form()
    .getByRole('listitem')
    .filter({ has: kate.getByRole('heading', { name, exact: true }) });

it('counts while a session is logged, keeps the count as a draft, and saves all at once', async () => {
  await phone.setOffline(true);
  await kate.goto(server.url);
  await kate.getByRole('button', { name: 'Log a session' }).click();
  await form().getByLabel('Title').fill('In the dialog');
  await form().getByRole('button', { name: 'Add exercise' }).click();
  await form().getByRole('group', { name: 'Recent exercises and cues' }).getByRole('button', { name: 'Send-away' }).click();
  for (const kind of ['Hit', 'Miss', 'Hit'])
    await counted('Send-away')
      .getByRole('button', { name: `${kind}: Send-away` })
      .click();
  await counted('Send-away').getByText('2/3').waitFor();
  await form().getByLabel('Notes').fill('Recall, 15 m: 4/5, the wind behind.');
  await form().getByRole('button', { name: 'Make a set of “4/5”' }).click();
  await form().getByLabel('Exercise', { exact: true }).fill('Recall');
  expect(await form().getByLabel('Distance in metres').inputValue()).toBe('15');
  expect(
    await form()
      .getByRole('button', { name: /^Make a set/ })
      .count(),
  ).toBe(0);
  await counted('Recall').getByText('4/5').waitFor();
  await expectNoFaults(kate);

  await kate.reload();
  await counted('Send-away').getByText('2/3').waitFor();
  await counted('Recall').getByText('4/5').waitFor();
  await form().getByRole('button', { name: 'Save' }).click();
  const results = card(kate, 'In the dialog').getByRole('list');
  await expect.poll(() => results.getByRole('listitem').allInnerTexts()).toEqual(['Send-away\n2/3', 'Recall, 15 m\n4/5']);
});

it('refuses an exercise without a name, drops an empty one, and brings those of the last time', async () => {
  // By key: a tap so soon after the last Save, in the same place, counts as part of it.
  await kate.getByRole('button', { name: 'Log a session' }).press('Enter');
  await form()
    .getByRole('button', { name: /^Same as last time.*In the dialog, Send-away, Recall$/ })
    .click();
  await counted('Send-away').getByText('No reps yet').waitFor();
  await counted('Recall').getByText('No reps yet').waitFor();
  await form().getByRole('button', { name: 'Add exercise' }).click();
  await form().getByLabel('Hits of reps').fill('1/2');
  await form().getByRole('button', { name: 'Save' }).click();
  await form().getByText('Please enter an exercise', { exact: true }).first().waitFor();
  // Corrected while another exercise is open, it stays under the thumb.
  await counted('Send-away').getByRole('button', { name: 'Send-away', exact: true }).click();
  const name = form().getByLabel('Exercise', { exact: true });
  await name.pressSequentially('Re');
  await expect.poll(() => form().getByText('Please enter an exercise', { exact: true }).count()).toBe(0);
  expect(await name.evaluate((input: HTMLInputElement) => [input.value, input === document.activeElement])).toEqual(['Re', true]);
  await name.fill('');
  await form().getByLabel('Hits of reps').fill('');
  await form().getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => card(kate, 'In the dialog').count()).toBe(2);
  await card(kate, 'In the dialog').first().getByRole('link', { name: 'In the dialog', exact: true }).click();
  await exercise(kate, 'Recall').getByText('No reps yet').waitFor();
  expect(await kate.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['Send-away', 'Recall']);
  await phone.setOffline(false);
  await kate.getByText('All synced').waitFor({ state: 'attached' });
});
