import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENVELOPE_MAX_OPERATIONS, PARTNER_SESSIONS_HELD } from '../../api/contract/limits.ts';
import { SYNC_VERSION } from '../../api/contract/sync-protocol.ts';
import { becomePartners, call, idOf, loseCalls, toast } from './harness/as-person.ts';
import { rowsOf } from './harness/device-rows.ts';
import { axeViolations } from './harness/axe-violations.ts';
import type { Device } from './harness/browser.ts';
import { type DeskAndField, startDeskAndField } from './harness/desk-and-field.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import type { Server } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';

let world: DeskAndField;
let server: Server;
let desktop: Device;
let phone: Device;
let kate: Page;
/** Kate's partner, who owns the session. */
let ben: Page;
let friendship: string;

beforeAll(async () => {
  world = await startDeskAndField({ env: { ADMIN_EMAILS: 'kate@example.org,ben@example.org' } });
  ({ server, desktop, phone } = world);
  [kate, ben] = [desktop.page(), phone.page()];
  await signIn(kate, server, 'kate@example.org');
  await kate.getByText('All synced').first().waitFor();
  await signIn(ben, server, 'ben@example.org');
  await call(ben, 'PATCH', '/api/users/profile', { firstName: 'Ben', lastName: 'Ashworth' });
  friendship = await becomePartners(kate, ben);
});

afterAll(() => world.stop());

/** Logs one session more than a partner's device holds, so that Kate's device lacks the oldest. @returns the oldest and newest ids */
async function logMoreThanIsHeld(): Promise<{ oldest: string; newest: string }> {
  const oldest = (await call<{ id: string }>(ben, 'POST', '/api/videos', { title: 'Old track', trainedAt: '2024-03-03T09:00:00Z' })).answer
    .id;
  const newer = Array.from({ length: PARTNER_SESSIONS_HELD }, (_, number) => ({
    key: randomUUID(),
    call: 'videos.create',
    params: {},
    payload: { id: randomUUID(), title: `Track ${number}`, trainedAt: new Date(Date.UTC(2025, 0, 1 + number, 9)).toISOString() },
  }));
  for (let from = 0; from < newer.length; from += ENVELOPE_MAX_OPERATIONS) {
    const operations = newer.slice(from, from + ENVELOPE_MAX_OPERATIONS);
    expect((await call(ben, 'POST', '/api/batch', { version: SYNC_VERSION, operations })).status).toBe(200);
  }
  return { oldest, newest: newer.at(-1)!.payload.id };
}

const line = (within: Locator, words: string) => within.getByRole('listitem').filter({ hasText: words });

describe('a partner’s session that the device does not hold', () => {
  let ends: { id: string; newest: string };

  it('can be loaded below the sessions that it holds', async () => {
    const { oldest, newest } = await logMoreThanIsHeld();
    ends = { id: oldest, newest };
    await kate.goto(`${server.url}/?tab=partners`);
    const show = kate.getByRole('button', { name: 'Show older sessions' });
    const toTheEnd = async () => {
      await kate.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      return show.count();
    };
    await expect.poll(toTheEnd).toBe(1);
    await desktop.setOffline(true);
    await show.click();
    await kate.getByText("You are offline. Older sessions load when you're online.").waitFor();
    await desktop.setOffline(false);
    // Wait until the server is reachable again, so that the next failure counts as a new one.
    const katesId = await idOf(kate);
    await expect.poll(() => rowsOf(kate, katesId, '"reachable":false', ['settings'])).toBe(0);
    const mend = await loseCalls(kate, '/api/videos/partners');
    await show.click();
    await kate.getByText("Couldn't load these. Try again.").waitFor();
    await mend();
    await show.click();
    const older = kate.getByRole('list', { name: 'Older sessions' });
    await line(older, 'Old track').getByText('Ben Ashworth · 3 Mar 2024, 09:00').waitFor();
    await expect.poll(() => older.getByRole('listitem').count()).toBe(1);
    await expect.poll(() => kate.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    await expect.poll(() => kate.evaluate(() => document.activeElement?.textContent)).toBe('Older sessions');
    // Only cards on the screen are rendered, so axe would report missing headings for the whole log.
    expect(await axeViolations(kate, { within: 'section:has(> ul)' })).toEqual([]);
    await older.getByRole('link', { name: 'Old track' }).click();
    await kate.getByRole('heading', { name: 'Old track', level: 1 }).waitFor();
    await kate.getByRole('button', { name: 'Training Log' }).click();
    await line(older, 'Old track').waitFor();
  });

  it('shows its owner, and its comments are loaded, posted and deleted by API calls', async () => {
    const main = kate.getByRole('main');
    const { id, newest } = ends;
    for (const content of ['Wind from the left.', 'Two hours old.']) await call(ben, 'POST', `/api/videos/${id}/comments`, { content });
    await kate.route('**/comments', (route) => route.abort());
    await kate.goto(`${server.url}/video/${id}`);
    await main.getByText('Failed to fetch comments').waitFor();
    await main.getByText('Ben Ashworth', { exact: true }).waitFor();
    await expect.poll(() => main.getByText('Shared with you by link.').count()).toBe(0);
    await main.getByRole('textbox', { name: 'Comment' }).fill('He was deep.');
    await main.getByRole('button', { name: 'Post' }).click();
    await toast(kate, 'ErrorFailed to post comment').waitFor();
    await kate.unroute('**/comments');
    await kate.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await line(main, 'Wind from the left.').waitFor();
    await kate.reload();
    await line(main, 'Two hours old.')
      .getByText(`User ${(await idOf(ben)).slice(0, 8)}`, { exact: true })
      .waitFor();
    await expect.poll(() => main.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('He was deep.');
    await main.getByRole('button', { name: 'Post' }).click();
    await toast(kate, 'SuccessComment posted').waitFor();
    await expect
      .poll(() => main.getByRole('listitem').locator('p').allTextContents())
      .toEqual(['He was deep.', 'Two hours old.', 'Wind from the left.']);
    await expect.poll(() => main.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('');
    await expectNoFaults(kate);

    await desktop.setOffline(true);
    await main.getByRole('textbox', { name: 'Comment' }).fill('Deep, twice.');
    await main.getByRole('button', { name: 'Post' }).click();
    await toast(kate, "You are offlineYour comment stays here. Post it when you're online.").waitFor();
    await desktop.setOffline(false);
    // The call names the person, so that a sign-in in another tab cannot change the author.
    const posting = kate.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/comments'));
    await main.getByRole('button', { name: 'Post' }).click();
    expect(await (await posting).headerValue('x-longline-user')).toBe(await idOf(kate));
    const mine = line(main, 'Deep, twice.');
    await mine.waitFor();
    await expect.poll(() => main.getByRole('button', { name: 'Delete comment by' }).count()).toBe(2);
    const confirm = async () => {
      await mine.getByRole('button', { name: 'Delete comment by' }).click();
      await kate.getByRole('dialog', { name: 'Delete this comment?' }).getByRole('button', { name: 'Delete comment' }).click();
    };
    await desktop.setOffline(true);
    await confirm();
    await toast(kate, "You are offlineNothing was deleted. Try again when you're online.").waitFor();
    await desktop.setOffline(false);
    await confirm();
    await mine.waitFor({ state: 'detached' });
    await expect.poll(() => main.getByRole('textbox', { name: 'Comment' }).evaluate((box) => box === document.activeElement)).toBe(true);

    await main.getByRole('button', { name: 'Share', exact: true }).click();
    const sharing = kate.getByRole('dialog', { name: 'Share Training Session' });
    expect(await sharing.getByLabel('Link', { exact: true }).inputValue()).toBe(`${server.url}/video/${id}`);
    await sharing.getByText('Only its owner and their training partners can open this link').waitFor();
    await expect.poll(() => sharing.getByRole('switch').count()).toBe(0);
    await sharing.getByRole('button', { name: 'Close', exact: true }).click();
    await call(ben, 'DELETE', `/api/videos/${newest}`);
    // The device holds the session now: the same comments come from the store.
    await main.getByRole('heading', { name: 'Comments 3' }).waitFor();
    await line(main, 'He was deep.').waitFor();
    await expect.poll(() => main.getByRole('listitem').count()).toBe(3);
  });

  it('disappears when the partnership ends, even from the page that shows it', async () => {
    const { id } = (await call<{ id: string }>(ben, 'POST', '/api/videos', { title: 'First track', trainedAt: '2023-03-03T09:00:00Z' }))
      .answer;
    await kate.goto(`${server.url}/video/${id}`);
    await kate.getByRole('heading', { name: 'First track', level: 1 }).waitFor();
    await call(ben, 'DELETE', `/api/friendships/${friendship}`);
    await kate.getByRole('heading', { name: 'Video Not Found' }).waitFor();
    await expect.poll(() => kate.getByText('First track').count()).toBe(0);
  });
});
