import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { becomePartners, call, toast } from './harness/as-person.ts';
import { type Device, openDevice } from './harness/browser.ts';
import { type DeskAndField, startDeskAndField } from './harness/desk-and-field.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { signIn } from './harness/sign-in.ts';

const KATE = 'kate@example.org';
const BEN = 'ben@example.org';

let world: DeskAndField;
let visitor: Device;
/** Kate, an administrator and Ben's partner, on the desktop. */
let kate: Page;
/** Ben, on the phone. */
let ben: Page;
let origin: string;
let session: string;

beforeAll(async () => {
  world = await startDeskAndField({ env: { ADMIN_EMAILS: KATE } });
  const { server, desktop, phone } = world;
  [kate, ben, origin] = [desktop.page(), phone.page(), server.url];
  await signIn(kate, server, KATE);
  await call(kate, 'POST', '/api/admin/beta-access', { email: BEN });
  await signIn(ben, server, BEN);
  await call(ben, 'PATCH', '/api/users/profile', { firstName: 'Ben', lastName: 'Ashworth', profileVisibility: 'public' });
  await becomePartners(kate, ben);
  session = (await call<{ id: string }>(ben, 'POST', '/api/videos', { title: 'Long down at the gate', description: 'Ten minutes' })).answer
    .id;
  await call(ben, 'POST', `/api/videos/${session}/share`);
  visitor = await openDevice();
});
afterAll(async () => {
  await visitor?.discard();
  await world.stop();
});

const openSession = async (page: Page) => {
  await page.goto(`${origin}/video/${session}`);
  await page.getByRole('heading', { name: 'Long down at the gate', level: 1 }).waitFor();
};
const line = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words });
const decide = async (button: string | RegExp, action: string, reason: string) => {
  await kate.getByRole('button', { name: button }).click();
  const dialog = kate.getByRole('dialog');
  await dialog.getByLabel('Your reason').fill(reason);
  await dialog.getByRole('button', { name: action }).click();
  await dialog.waitFor({ state: 'detached' });
};

describe('a report', () => {
  it('is made without signal, keeps what was typed, and is sent with the next connection', async () => {
    await openSession(kate);
    await kate.getByRole('button', { name: 'Report this session' }).click();
    const dialog = kate.getByRole('dialog', { name: 'Report this session' });
    await dialog.getByLabel(/What should we look at/).fill('At the start');
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await dialog.getByText('Please choose what is wrong with it').first().waitFor();
    await expectNoFaults(kate);
    await kate.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await kate.getByRole('button', { name: 'Report this session' }).click();
    expect(await dialog.getByLabel(/What should we look at/).inputValue()).toBe('At the start');

    await world.desktop.setOffline(true);
    await dialog.getByLabel('Cruel or dangerous handling').check();
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await kate.getByRole('dialog', { name: 'Report saved' }).waitFor();
    await world.desktop.setOffline(false);
    await kate
      .getByRole('dialog', { name: 'Report sent' })
      .getByText(/Its number is \d+/)
      .waitFor();
    await kate.getByRole('button', { name: /^Block Ben/ }).waitFor();
    await kate.getByRole('button', { name: 'Done' }).click();
  });

  it('stops the public link, and tells its owner no more than that', async () => {
    const page = visitor.page();
    await page.goto(`${origin}/video/${session}`);
    expect(await page.getByText('Long down at the gate').count()).toBe(0);
    await openSession(ben);
    await ben.getByText(/Its public link is off until we decide/).waitFor();
    await ben.goto(`${origin}/your-data`);
    await line(ben, 'Session: Long down at the gate')
      .getByText(/public link is off/)
      .waitFor();
    expect(await ben.getByText('At the start').count()).toBe(0);
  });

  it('waits in the queue of the administrators, who take the session down', async () => {
    await kate.getByRole('button', { name: /^Account/ }).click();
    await kate.getByRole('link', { name: 'Reports' }).click();
    await kate.getByRole('heading', { name: 'Reports', level: 1 }).waitFor();
    await kate.getByRole('tab', { name: 'Open (1)' }).waitFor();
    await kate.getByText(/Cruel or dangerous handling\. From .* Link stopped\./).waitFor();
    await kate.getByRole('button', { name: 'Open Session: Long down at the gate' }).click();
    for (const words of ['Ten minutes', 'At the start', BEN]) await kate.getByText(words).first().waitFor();
    await expectNoFaults(kate);
    await kate.getByRole('button', { name: /^Take down/ }).click();
    await kate.getByRole('dialog').getByRole('button', { name: 'Take down' }).click();
    await kate.getByRole('dialog').getByText('Please say why').first().waitFor();
    await kate.keyboard.press('Escape');
    await decide(/^Take down/, 'Take down', 'The dog is in pain');
    await kate.getByText('Nothing to decide').waitFor();
    await kate.getByRole('tab', { name: 'Decided' }).click();
    await kate.getByRole('heading', { name: 'Log of decisions' }).waitFor();
    // Partners lose it.
    await kate.goto(`${origin}/video/${session}`);
    await kate.getByRole('heading', { name: 'Video Not Found' }).waitFor();
  });

  it('leaves the session to its owner, who reads why and appeals without signal', async () => {
    await openSession(ben);
    await ben.getByText('Taken down: only you see it.').waitFor();
    await ben.getByRole('link', { name: 'See the decision' }).click();
    const own = line(ben, 'Session: Long down at the gate');
    await own.getByText('The dog is in pain').waitFor();
    await expectNoFaults(ben);
    await world.phone.setOffline(true);
    await own.getByRole('button', { name: /^Appeal/ }).click();
    const dialog = ben.getByRole('dialog', { name: 'Appeal' });
    await dialog.getByLabel('Why was the decision wrong?').fill('It is a game');
    await dialog.getByRole('button', { name: 'Send appeal' }).click();
    await dialog.waitFor({ state: 'detached' });
    await own.getByText(/You have appealed/).waitFor();
    await world.phone.setOffline(false);
    await expect
      .poll(async () => (await call<{ appeals: number }>(kate, 'GET', '/api/admin/report-counts')).answer.appeals, { timeout: 20_000 })
      .toBe(1);
  });

  it('comes back after a granted appeal', async () => {
    await kate.goto(`${origin}/admin/reports?tab=appeals`);
    await kate.getByText('It is a game').waitFor();
    await decide(/^Grant appeal/, 'Grant appeal', 'You are right');
    await kate.getByText('No appeals').waitFor();
    await ben.goto(`${origin}/your-data`);
    await line(ben, 'Session: Long down at the gate').getByText('You are right').first().waitFor();
    await openSession(kate);
    expect(await kate.getByRole('heading', { name: 'Video Not Found' }).count()).toBe(0);
  });

  it('can be made of a profile, a cue and a comment', async () => {
    const id = (await call<{ id: string }>(ben, 'GET', '/api/auth/user')).answer.id;
    const cue = (await call<{ id: string }>(ben, 'POST', '/api/cues', { name: 'Away', visibility: 'public' })).answer.id;
    await call(ben, 'POST', `/api/videos/${session}/comments`, { content: 'Nice dog' });
    const send = async (name: string) => {
      const dialog = kate.getByRole('dialog', { name });
      await dialog.getByLabel('Something else').check();
      await dialog.getByRole('button', { name: 'Send report' }).click();
      await kate.getByRole('dialog', { name: 'Report sent' }).waitFor();
      await kate.getByRole('button', { name: 'Done' }).click();
    };
    await kate.goto(`${origin}/profile/${id}`);
    await kate.getByRole('button', { name: 'Report this profile' }).click();
    await send('Report this profile');
    await kate.goto(`${origin}/cues?dialog=cue&id=${cue}`);
    await kate.getByRole('button', { name: 'Report this cue' }).click();
    await send('Report this cue');
    await openSession(kate);
    await kate.getByRole('button', { name: /^More for the comment/ }).click();
    await kate.getByRole('button', { name: 'Report this comment' }).click();
    await send('Report this comment');
    await kate.goto(`${origin}/your-data`);
    for (const words of ['Profile: Ben Ashworth', 'Cue: Away', 'Comment: Nice dog']) await line(kate, words).waitFor();
    expect((await call<{ open: number }>(kate, 'GET', '/api/admin/report-counts')).answer.open).toBe(3);
  });

  it('comes from someone without an account, on the public page', async () => {
    const page = visitor.page();
    await page.goto(`${origin}/video/${session}`);
    await page.getByRole('link', { name: 'Report' }).click();
    await page.getByRole('heading', { name: 'Report this session', level: 1 }).waitFor();
    await expectNoFaults(page);
    await page.getByLabel(/What should we look at/).fill('The dog at the gate');
    await page.getByRole('button', { name: 'Send report' }).click();
    await page.getByText('Please choose what is wrong with it').first().waitFor();
    expect(await page.getByLabel(/What should we look at/).inputValue()).toBe('The dog at the gate');
    await page.getByLabel('Shows someone who didn’t agree to it').check();
    await page.getByRole('button', { name: 'Send report' }).click();
    await page.getByRole('heading', { name: 'Report sent', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Rules' }).click();
    await page.getByRole('heading', { name: 'Rules', level: 1 }).waitFor();
    await expectNoFaults(page);
    await page.getByRole('link', { name: 'Complaints' }).click();
    await page.getByLabel('What is it about?').fill('My data');
    await page.getByLabel('Your email').fill('walker@example.org');
    await expectNoFaults(page);
    await page.getByRole('button', { name: 'Send complaint' }).click();
    await page.getByRole('heading', { name: 'Complaint sent', level: 1 }).waitFor();
  });
});

it('corrects the age of a person, on the page of the administrators', async () => {
  await kate.goto(`${origin}/admin/reports`);
  await kate.getByRole('button', { name: 'Correct an age' }).click();
  const dialog = kate.getByRole('dialog', { name: 'Correct an age' });
  await dialog.getByLabel('Email of the account').fill(BEN);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Please choose one of the two').first().waitFor();
  await dialog.getByLabel('Under 18').check();
  await dialog.getByLabel('How you know').fill('His school wrote to us');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toast(kate, 'Age corrected').waitFor();
  await expect
    .poll(async () => (await call<{ isAdult: boolean }>(ben, 'GET', '/api/auth/user')).answer.isAdult, { timeout: 20_000 })
    .toBe(false);
});
