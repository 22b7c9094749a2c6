import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loseCalls, toast } from './harness/as-person.ts';
import { type Device, openDevice } from './harness/browser.ts';
import { type DeskAndField, startDeskAndField } from './harness/desk-and-field.ts';
import { addSession } from './harness/log.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { giveEmailAndCode, readyForOffline, signIn } from './harness/sign-in.ts';
import { syncTotal } from './harness/sync-total.ts';

const KATE = 'kate@example.org';

let world: DeskAndField;
let phone: Device;
/** Kate's page on each device. */
let field: Page;
let desk: Page;

beforeAll(async () => {
  world = await startDeskAndField({ env: { ADMIN_EMAILS: KATE } });
  phone = world.phone;
  [field, desk] = [phone.page(), world.desktop.page()];
  await signIn(desk, world.server, KATE);
  await signIn(field, world.server, KATE);
});
afterAll(() => world.stop());

const entries = () => field.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
const others = () => field.getByRole('button', { name: /^Sign out: / });

describe('where you are signed in', () => {
  it('lists this device first, and the other one with a button', async () => {
    await field.getByRole('button', { name: /^Account/ }).click();
    await field.getByRole('link', { name: 'Your data' }).click();
    await field.getByRole('heading', { name: 'Your data', level: 1 }).waitFor();
    await entries().nth(1).waitFor();
    await expect
      .poll(() => entries().allInnerTexts())
      .toEqual([
        expect.stringMatching(/^This \w+\n.*Chrom\w+ on \w+ · now$/),
        expect.stringMatching(/^\w+\n.*Chrom\w+ on \w+ · \d.*\nSign out$/),
      ]);
    await expect.poll(() => others().count()).toBe(1);
    await expectNoFaults(field);
  });

  it('reports a sign-out that failed offline, and changes nothing', async () => {
    const mend = await loseCalls(field, '/api/auth/sign-ins');
    await phone.setOffline(true);
    await others().click();
    await toast(field, "You are offlineNothing changed. Try again when you're online.").waitFor();
    await field.getByText(/^Offline\. Last updated/).waitFor();
    await expect.poll(() => others().count()).toBe(1);
    await phone.setOffline(false);
    await mend();
    await field.getByRole('button', { name: 'Refresh' }).click();
    await field.getByText(/^As of/).waitFor();
  });

  it('signs the other device out, where unsent work waits for the next sign-in', async () => {
    await readyForOffline(desk);
    await world.desktop.setOffline(true);
    await addSession(desk, world.server.url, { title: 'Written at the desk' });
    await others().click();
    await toast(field, 'Signed out: ').waitFor();
    await expect.poll(() => entries().count()).toBe(1);
    await world.desktop.setOffline(false);
    await desk.goto(world.server.url);
    await desk
      .getByRole('banner')
      .getByText(/^Sign in again to sync/)
      .waitFor();
    // The section warns that a signed-out device still shows its log, and this one does.
    await field.getByText('still shows its log offline').waitFor();
    await desk.getByRole('article').filter({ hasText: 'Written at the desk' }).waitFor();
    await desk.goto(`${world.server.url}/api/login`);
    await giveEmailAndCode(desk, world.server, KATE);
    await desk.getByRole('article').filter({ hasText: 'Written at the desk' }).waitFor();
    await syncTotal(desk).filter({ hasText: 'All synced' }).waitFor();
    await field.goto(world.server.url);
    await field.getByRole('article').filter({ hasText: 'Written at the desk' }).waitFor();
  });

  it('signs out everywhere else at once', async () => {
    const third = await openDevice();
    const tablet = third.page();
    await signIn(tablet, world.server, KATE);
    await field.goto(`${world.server.url}/your-data`);
    await entries().nth(2).waitFor();
    await expectNoFaults(field);
    await field.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await toast(field, 'Signed out everywhere else').waitFor();
    await expect.poll(() => entries().count()).toBe(1);
    for (const page of [desk, tablet]) expect(await page.evaluate(async () => (await fetch('/api/auth/user')).status)).toBe(401);
    expect(await field.evaluate(async () => (await fetch('/api/auth/user')).status)).toBe(200);
    await third.discard();
  });
});
