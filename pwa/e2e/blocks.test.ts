import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { becomePartners, call, idOf, toast } from './harness/as-person.ts';
import { DESKTOP, type Device, openDevice, PHONE } from './harness/browser.ts';
import { rowsOf } from './harness/device-rows.ts';
import { addSession, card } from './harness/log.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';
import { syncTotal } from './harness/sync-total.ts';

const PEOPLE = { kate: 'kate@example.org', sam: 'sam@example.org', ruth: 'ruth@example.org' };

let server: Server;
let devices: Device[];
let [kate, sam, ruth]: Page[] = [];
let ids: Record<keyof typeof PEOPLE, string>;
beforeAll(async () => {
  server = await startServer({ env: { ADMIN_EMAILS: Object.values(PEOPLE).join(',') } });
  devices = await Promise.all([openDevice({ viewport: PHONE }), openDevice({ viewport: DESKTOP }), openDevice()]);
  [kate, sam, ruth] = devices.map((device) => device.page());
  await signIn(kate!, server, PEOPLE.kate);
  await signIn(sam!, server, PEOPLE.sam);
  await signIn(ruth!, server, PEOPLE.ruth);
  const name = (page: Page, firstName: string, lastName: string) =>
    call(page, 'PATCH', '/api/users/profile', { firstName, lastName, profileVisibility: 'public' });
  await name(kate!, 'Kate', 'Ellison');
  await name(sam!, 'Sam', 'Tindall');
  await becomePartners(kate!, sam!);
  for (const page of [kate!, sam!]) await becomePartners(ruth!, page);
  ids = { kate: await idOf(kate!), sam: await idOf(sam!), ruth: await idOf(ruth!) };
  const { answer } = await call<{ id: string }>(ruth!, 'POST', '/api/videos', { title: 'Recall' });
  await call(kate!, 'POST', '/api/videos', { title: 'Send-away' });
  await call(sam!, 'POST', '/api/videos', { title: 'Track' });
  for (const [page, content] of [
    [sam!, 'Said by Sam'],
    [kate!, 'Said by Kate'],
  ] as const)
    await call(page, 'POST', `/api/videos/${answer.id}/comments`, { content });
});
afterAll(async () => {
  for (const device of devices) await device.discard();
  await server.stop();
});

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const TITLES = ['Recall', 'Send-away', 'Track'];
/** Titles of the sessions on a person's device. */
const titlesOn = async (page: Page, who: keyof typeof PEOPLE) => {
  const counts = await Promise.all(TITLES.map((title) => rowsOf(page, ids[who], title, ['videos'])));
  return TITLES.filter((_title, place) => counts[place] === 1);
};

it('blocks a partner at the field: it says first what that means, and hides them at once', async () => {
  await kate!.goto(server.url);
  await expect.poll(() => titlesOn(kate!, 'kate')).toEqual(['Recall', 'Send-away', 'Track']);
  await readyForOffline(kate!);
  await devices[0]!.setOffline(true);
  await kate!.goto(`${server.url}/profile/${ids.sam}`);
  await kate!.getByRole('button', { name: 'Block Sam Tindall' }).click();
  await dialog(kate!, 'Block Sam Tindall?').getByText("Your partnership ends. Sam isn't told").waitFor();
  await expectNoFaults(kate!);
  await dialog(kate!, 'Block Sam Tindall?').getByRole('button', { name: 'Block', exact: true }).click();
  await kate!.getByRole('heading', { name: 'You have blocked Sam Tindall' }).waitFor();
  await toast(kate!, "Saved. Sam Tindall is blocked once you're online.").waitFor();
  await kate!
    .getByRole('main')
    .getByText(/Waiting for signal/)
    .first()
    .waitFor();
  await expectNoFaults(kate!);
  expect(await titlesOn(kate!, 'kate')).toEqual(['Recall', 'Send-away']);
  await kate!.goto(`${server.url}/friends`);
  await kate!.getByRole('heading', { name: /^Your Training Partners/ }).waitFor();
  expect(await kate!.getByText('Sam Tindall').count()).toBe(0);
});

it('leaves the other one nothing once there is signal, and does not tell them', async () => {
  await sam!.goto(server.url);
  await expect.poll(() => titlesOn(sam!, 'sam')).toEqual(['Recall', 'Send-away', 'Track']);
  await devices[0]!.setOffline(false);
  await kate!.goto(server.url);
  await syncTotal(kate!).filter({ hasText: 'All synced' }).waitFor();
  await expect.poll(() => titlesOn(sam!, 'sam')).toEqual(['Recall', 'Track']);
  expect(await rowsOf(sam!, ids.sam, ids.kate, ['blocks', 'shadow', 'people'])).toBe(0);
  await sam!.goto(`${server.url}/friends`);
  await sam!.getByRole('heading', { name: /^Your Training Partners/ }).waitFor();
  expect(await sam!.getByText('Kate Ellison').count()).toBe(0);
  await sam!.goto(`${server.url}/profile/${ids.kate}`);
  await sam!.getByRole('heading', { name: 'User Not Found' }).waitFor();
});

it('hides their comments from each other, also old ones, and from no one else', async () => {
  const said = async (page: Page) => {
    await page.goto(server.url);
    await card(page, 'Recall')
      .getByRole('button', { name: /comment/i })
      .click();
    await dialog(page, 'Comments')
      .getByText(/^Said by/)
      .first()
      .waitFor();
    return (
      await dialog(page, 'Comments')
        .getByText(/^Said by/)
        .allTextContents()
    ).toSorted();
  };
  expect(await said(kate!)).toEqual(['Said by Kate']);
  expect(await said(sam!)).toEqual(['Said by Sam']);
  expect(await said(ruth!)).toEqual(['Said by Kate', 'Said by Sam']);
});

it('blocks the author of a comment, of whom only the number is known', async () => {
  const author = `User ${ids.sam.slice(0, 8)}`;
  await ruth!.getByRole('button', { name: `More for the comment by ${author}` }).click();
  await ruth!.getByRole('button', { name: `Block ${author}` }).click();
  await expectNoFaults(ruth!);
  await dialog(ruth!, `Block ${author}?`).getByRole('button', { name: 'Block', exact: true }).click();
  await dialog(ruth!, 'Comments').getByText('Said by Sam').waitFor({ state: 'detached' });
  await dialog(ruth!, 'Comments').getByText('Said by Kate').waitFor();
});

it('lists the blocked people in Your data, and unblocks them', async () => {
  await ruth!.goto(`${server.url}/your-data`);
  const section = ruth!.getByRole('region', { name: /^Blocked people/ });
  await section.getByText('Sam Tindall').waitFor();
  await section.getByText(/^Blocked \d/).waitFor();
  await expectNoFaults(ruth!);
  await section.getByRole('button', { name: 'Unblock Sam Tindall' }).click();
  await section.getByText("You haven't blocked anyone.").waitFor();
  await addSession(ruth!, server.url, { title: 'Retrieve' });
  await syncTotal(ruth!).filter({ hasText: 'All synced' }).waitFor();
  await ruth!.goto(`${server.url}/profile/${ids.sam}`);
  await ruth!.getByRole('button', { name: 'Add as Training Partner' }).waitFor();
});
