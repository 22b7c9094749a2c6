import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, idOf, toast } from './harness/as-person.ts';
import { DESKTOP, type Device, openDevice } from './harness/browser.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { type Server, startServer } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';

let server: Server;
let desktop: Device;
let phone: Device;
let kate: Page;
/** Her partner, whose session is the one. */
let ben: Page;

beforeAll(async () => {
  server = await startServer({ env: { ADMIN_EMAILS: 'kate@example.org,ben@example.org' } });
  [desktop, phone] = await Promise.all([openDevice({ viewport: DESKTOP }), openDevice()]);
  [kate, ben] = [desktop.page(), phone.page()];
  for (const page of [kate, ben]) page.setDefaultTimeout(60_000);
  await desktop.context().addInitScript(() => {
    if (!localStorage.getItem('no-engine')) return;
    Object.assign(window, { Worker: class extends EventTarget { postMessage() {} terminate() {} } });
  });
  await signIn(kate, server, 'kate@example.org');
  await kate.getByText('All synced').first().waitFor();
  await signIn(ben, server, 'ben@example.org');
  await call(ben, 'PATCH', '/api/users/profile', { firstName: 'Ben', lastName: 'Ashworth' });
  const { answer } = await call<{ id: string }>(kate, 'POST', '/api/friendships', { friendId: await idOf(ben) });
  await call(ben, 'PATCH', `/api/friendships/${answer.id}`, { status: 'accepted' });
});

afterAll(async () => {
  await Promise.all([desktop.discard(), phone.discard()]);
  await server.stop();
});

/** Whether Kate's pages have an engine: without one nothing comes to the device, whatever a line carries. */
async function setEngine(runs: boolean) {
  await kate.evaluate((on) => (on ? localStorage.removeItem('no-engine') : localStorage.setItem('no-engine', 'yes')), runs);
  await kate.reload();
}

const line = (within: Locator, words: string) => within.getByRole('listitem').filter({ hasText: words });

describe('a partner’s session that the device does not hold', () => {
  it('names its owner, and its comments are read, written and deleted by calls', async () => {
    const main = kate.getByRole('main');
    await setEngine(false);
    const { id } = (await call<{ id: string }>(ben, 'POST', '/api/videos', { title: 'Old track' })).answer;
    for (const content of ['Wind from the left.', 'Two hours old.']) await call(ben, 'POST', `/api/videos/${id}/comments`, { content });
    await kate.route('**/comments', (route) => route.abort());
    await kate.goto(`${server.url}/video/${id}`);
    await main.getByText('Failed to fetch comments').waitFor();
    await main.getByText('Ben Ashworth', { exact: true }).waitFor();
    expect(await main.getByText('Shared with you by its link.').count()).toBe(0);
    await main.getByRole('textbox', { name: 'Comment' }).fill('He was deep.');
    await main.getByRole('button', { name: 'Post' }).click();
    await toast(kate, 'ErrorFailed to post comment').waitFor();
    await kate.unroute('**/comments');
    await kate.reload();
    await line(main, 'Two hours old.').getByText(`User ${(await idOf(ben)).slice(0, 8)}`, { exact: true }).waitFor();
    await expect.poll(() => main.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('He was deep.');
    await main.getByRole('button', { name: 'Post' }).click();
    await toast(kate, 'SuccessComment posted').waitFor();
    expect(await main.getByRole('listitem').locator('p').allTextContents()).toEqual(['He was deep.', 'Two hours old.', 'Wind from the left.']);
    await expect.poll(() => main.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('');
    await expectNoFaults(kate);

    await desktop.setOffline(true);
    await main.getByRole('textbox', { name: 'Comment' }).fill('Deep, twice.');
    await main.getByRole('button', { name: 'Post' }).click();
    await toast(kate, 'You are offlineYour words stay here. Post them when there is a connection.').waitFor();
    await desktop.setOffline(false);
    // Whoever signs in beside this page meanwhile must not be taken for its author.
    const posting = kate.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/comments'));
    await main.getByRole('button', { name: 'Post' }).click();
    expect(await (await posting).headerValue('x-longline-user')).toBe(await idOf(kate));
    const mine = line(main, 'Deep, twice.');
    await mine.waitFor();
    expect(await main.getByRole('button', { name: 'Delete comment of' }).count()).toBe(2);
    const confirm = async () => {
      await mine.getByRole('button', { name: 'Delete comment of' }).click();
      await kate.getByRole('dialog', { name: 'Delete this comment?' }).getByRole('button', { name: 'Delete comment' }).click();
    };
    await desktop.setOffline(true);
    await confirm();
    await toast(kate, 'You are offlineNothing was deleted. This needs a connection.').waitFor();
    await desktop.setOffline(false);
    await confirm();
    await mine.waitFor({ state: 'detached' });
    await expect.poll(() => main.getByRole('textbox', { name: 'Comment' }).evaluate((box) => box === document.activeElement)).toBe(true);

    await main.getByRole('button', { name: 'Share', exact: true }).click();
    const sharing = kate.getByRole('dialog', { name: 'Share Training Session' });
    expect(await sharing.getByLabel('Link', { exact: true }).inputValue()).toBe(`${server.url}/video/${id}`);
    await sharing.getByText('Only its owner and their training partners can open this link').waitFor();
    expect(await sharing.getByRole('switch').count()).toBe(0);
    await sharing.getByRole('button', { name: 'Close', exact: true }).click();
    await setEngine(true);
    // Held by now: the same comments, from the device.
    await main.getByRole('heading', { name: 'Comments 3' }).waitFor();
    await line(main, 'He was deep.').waitFor();
    expect(await main.getByRole('listitem').count()).toBe(3);
  });
});
