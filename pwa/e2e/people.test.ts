import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atRest } from './harness/at-rest.ts';
import { DESKTOP, type Device, openDevice, PHONE } from './harness/browser.ts';
import { card } from './harness/log.ts';
import { type Server, startServer } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const NARROWEST = { width: 320, height: 640 };
const KATE = 'kate@example.org';
const BEN = 'ben@example.org';
/** The least PNG that a browser draws: four red pixels. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==';
const POKED_MS = 5_000;

let server: Server;
let desktop: Device;
let phone: Device;
/** Kate, the admin, at her desk. */
let kate: Page;
/** Ben, at the field. */
let ben: Page;

beforeAll(async () => {
  server = await startServer({ env: { ADMIN_EMAILS: KATE } });
  [desktop, phone] = await Promise.all([openDevice({ viewport: DESKTOP }), openDevice()]);
  [kate, ben] = [desktop.page(), phone.page()];
  for (const page of [kate, ben]) page.setDefaultTimeout(10_000);
  await signIn(kate, server, KATE);
});

afterAll(async () => {
  await Promise.all([desktop.discard(), phone.discard()]);
  await server.stop();
});

/** A call of the API as the person of that page; its status and its answer. */
const call = (page: Page, method: string, path: string, payload?: object): Promise<{ status: number; answer: unknown }> =>
  page.evaluate(
    async ([how, where, what]) => {
      const response = await fetch(where, {
        method: how,
        headers: { 'Content-Type': 'application/json' },
        ...(what !== undefined && { body: what }),
      });
      const text = await response.text();
      return { status: response.status, answer: text ? (JSON.parse(text) as unknown) : null };
    },
    [method, path, payload && JSON.stringify(payload)] as const,
  );

/** From now on the page's own calls of that path get no answer; the line itself stays, and with it the engine. */
async function loseCalls(page: Page, path: string): Promise<() => Promise<void>> {
  await page.evaluate((lost) => {
    const { fetch } = window;
    window.fetch = (input, init) =>
      new Request(input, init).url.includes(lost) ? Promise.reject(new TypeError('The call was lost')) : fetch(input, init);
    Object.assign(window, { mendCalls: () => { window.fetch = fetch; } });
  }, path);
  return () => page.evaluate(() => (window as unknown as { mendCalls: () => void }).mendCalls());
}

const toast = (page: Page, words: string): Locator => page.getByRole('status').filter({ hasText: words }).first();

/** On phone and desktop, in both themes; the narrowest page scrolls in one direction only. */
async function expectNoFaults(page: Page) {
  const before = page.viewportSize() ?? PHONE;
  for (const [size, theme] of [[PHONE, 'light'], [DESKTOP, 'light'], [DESKTOP, 'dark']] as const) {
    await page.setViewportSize(size);
    await page.evaluate((name) => { document.documentElement.dataset['theme'] = name; }, theme);
    await atRest(page);
    // A theme changes colours and nothing else.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
    const { violations } = await (theme === 'light' ? axe.withTags(RULES) : axe.withRules('color-contrast')).analyze();
    expect(violations.map(({ id, nodes }) => [theme, size.width, id, nodes.map(({ html }) => html)])).toEqual([]);
  }
  await page.setViewportSize(NARROWEST);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROWEST.width);
  await page.evaluate(() => { document.documentElement.dataset['theme'] = 'light'; });
  await page.setViewportSize(before);
}

describe('beta access', () => {
  it('is granted by the admin from the waitlist', async () => {
    await ben.goto(server.url);
    expect(await call(ben, 'POST', '/api/waitlist', { email: BEN })).toMatchObject({ status: expect.any(Number) });
    await kate.getByRole('button', { name: /^Account/ }).click();
    await kate.getByRole('link', { name: 'Beta Access Admin' }).click();
    await kate.getByRole('heading', { name: 'Beta Access Admin', level: 1 }).waitFor();
    await kate.getByRole('heading', { name: 'Waitlist (1)' }).waitFor();
    await expectNoFaults(kate);
    await kate.getByRole('button', { name: `Grant access to ${BEN}` }).click();
    await kate.getByRole('heading', { name: 'Waitlist (0)' }).waitFor();
    await kate.getByRole('button', { name: `Remove ${BEN}` }).waitFor();
    await signIn(ben, server, BEN);
    expect((await call(ben, 'GET', '/api/auth/user')).status).toBe(200);
  });

  it('is removed, and given back by Undo', async () => {
    await kate.getByRole('button', { name: `Remove ${BEN}` }).click();
    await kate.getByText(`${BEN} has no beta access any more`).first().waitFor();
    expect((await call(ben, 'GET', '/api/auth/user')).status).toBe(403);
    await kate.getByRole('button', { name: 'Undo' }).click();
    await kate.getByRole('button', { name: `Remove ${BEN}` }).waitFor();
    await expect.poll(async () => (await call(ben, 'GET', '/api/auth/user')).status).toBe(200);
  });

  it('says what failed, and being offline sends nobody away', async () => {
    await call(ben, 'POST', '/api/waitlist', { email: 'owen@example.org' });
    await kate.getByRole('button', { name: 'Refresh' }).click();
    const grant = kate.getByRole('button', { name: 'Grant access to owen@example.org' });
    await grant.waitFor();
    const mend = await loseCalls(kate, '/api/admin/');
    await grant.click();
    await toast(kate, 'ErrorFailed to add beta access').waitFor();
    await kate.getByRole('button', { name: `Remove ${BEN}` }).click();
    await toast(kate, 'ErrorFailed to remove beta access').waitFor();
    await kate.getByRole('button', { name: 'Refresh' }).click();
    await kate.getByText(/^Offline, as of/).waitFor();
    expect(new URL(kate.url()).pathname).toBe('/admin');
    await mend();
  });

  it('is nobody else’s business', async () => {
    await ben.goto(`${server.url}/admin`);
    await ben.waitForURL('**/not-authorized');
    await ben.goto(server.url);
    await ben.getByRole('button', { name: /^Account/ }).click();
    await ben.getByRole('button', { name: 'Logout' }).waitFor();
    expect(await ben.getByRole('link', { name: 'Beta Access Admin' }).count()).toBe(0);
    await ben.keyboard.press('Escape');
  });
});

describe('training partners', () => {
  const invite = () => kate.getByRole('dialog', { name: 'Invite Training Partner' });
  const words = () => invite().getByLabel('Name or dog name');

  it('are none at first, and the search says when nobody is found', async () => {
    await call(ben, 'PATCH', '/api/users/profile', { firstName: 'Ben', lastName: 'Ashworth', profileVisibility: 'public', location: 'Devon', bio: 'Tracks in the Blackdown Hills.', sports: ['Tracking', 'Rally', 'Agility', 'Herding', 'Other'] });
    await call(ben, 'POST', '/api/dogs', { name: 'Fen', breed: 'Border Collie', birthdate: '2022-08-03' });
    await kate.getByRole('link', { name: 'Partners' }).click();
    await kate.getByRole('heading', { name: 'No training partners yet' }).waitFor();
    await expectNoFaults(kate);
    await kate.getByRole('button', { name: 'Invite partner' }).first().click();
    const search = invite().getByRole('button', { name: 'Search' });
    expect(await search.isDisabled()).toBe(true);
    await words().fill('   ');
    expect(await search.isDisabled()).toBe(true);
    await words().fill('zzz');
    await search.click();
    await toast(kate, 'Not foundNo users found matching your search').waitFor();
    const mend = await loseCalls(kate, '/api/users/search');
    await search.click();
    await toast(kate, 'ErrorFailed to search for users').waitFor();
    await mend();
  });

  it('are found by their dog’s name with Enter, and invited', async () => {
    await words().fill('fen');
    await words().press('Enter');
    const line = invite().getByRole('listitem').filter({ hasText: 'Ben Ashworth' });
    await line.getByText('Fen').waitFor();
    expect(await invite().getByRole('list', { name: 'People found' }).evaluate((list) => getComputedStyle(list).maxHeight)).toBe('300px');
    await expectNoFaults(kate);
    await line.getByRole('button', { name: 'Send Invite' }).click();
    await line.getByText('Pending', { exact: true }).waitFor();
    await invite().getByRole('button', { name: 'Close', exact: true }).click();
    await kate.getByRole('heading', { name: 'Sent Requests 1' }).waitFor();
    await kate.getByText('Pending', { exact: true }).waitFor();
  });

  it('are withdrawn from, asked again, and declined', async () => {
    await ben.getByRole('button', { name: 'Notifications, 1 new' }).waitFor({ timeout: POKED_MS });
    await kate.getByRole('button', { name: 'Withdraw request to Ben Ashworth' }).click();
    await ben.getByRole('button', { name: 'Notifications', exact: true }).click();
    const popover = ben.getByRole('dialog', { name: 'Notifications' });
    await popover.getByText('No new notifications').waitFor();
    await popover.getByText("You're all caught up!").waitFor();
    expect(await popover.getByRole('blockquote').count()).toBe(0);
    const { id } = (await call(ben, 'GET', '/api/auth/user')).answer as { id: string };
    await call(kate, 'POST', '/api/friendships', { friendId: id });
    await popover.getByRole('button', { name: `Decline ${KATE}` }).click({ timeout: POKED_MS });
    await toast(ben, 'SuccessRequest declined').waitFor();
    await ben.keyboard.press('Escape');
    await kate.getByRole('heading', { name: 'Sent Requests' }).waitFor({ state: 'detached', timeout: POKED_MS });
    await call(kate, 'POST', '/api/friendships', { friendId: id });
  });

  it('accept in the notifications, and both see it at once', async () => {
    await ben.goto(`${server.url}/friends`);
    await ben.getByRole('heading', { name: 'Pending Requests 1' }).waitFor({ timeout: POKED_MS });
    await expectNoFaults(ben);
    await ben.getByRole('button', { name: 'Notifications, 1 new' }).click();
    const popover = ben.getByRole('dialog', { name: 'Notifications' });
    await popover.getByText(KATE).waitFor();
    await popover.getByText('Good partners tell you what the dog did.').waitFor();
    await expectNoFaults(ben);
    await popover.getByRole('button', { name: `Accept ${KATE}` }).click();
    await toast(ben, 'SuccessTraining partner request accepted!').waitFor();
    await ben.keyboard.press('Escape');
    await ben.getByText(/^Connected \d\d\/\d\d\/\d{4}$/).waitFor();
    await kate.getByRole('heading', { name: 'Your Training Partners 1' }).waitFor({ timeout: POKED_MS });
    await kate.getByText(/^Connected \d\d\/\d\d\/\d{4}$/).waitFor();
    await expectNoFaults(kate);
  });
});

describe('comments', () => {
  const dialog = () => kate.getByRole('dialog', { name: 'Comments' });
  let videoId: string;

  it('are written in the log’s dialog and appear on the other’s open page', async () => {
    videoId = ((await call(ben, 'POST', '/api/videos', { title: 'Blind search' })).answer as { id: string }).id;
    await kate.getByRole('link', { name: 'Training Log' }).click();
    await kate.getByRole('tab', { name: "Partners' Sessions" }).click();
    await card(kate, 'Blind search').waitFor({ timeout: POKED_MS });
    await ben.goto(`${server.url}/video/${videoId}`);
    await ben.getByText('No comments yet. Be the first to comment!').waitFor();
    await card(kate, 'Blind search').getByRole('button', { name: 'Comment on Blind search' }).click();
    await dialog().getByText('No comments yet. Be the first to comment!').waitFor();
    const post = dialog().getByRole('button', { name: 'Post' });
    expect(await post.isDisabled()).toBe(true);
    await dialog().getByRole('textbox', { name: 'Comment' }).fill('  \n ');
    expect(await post.isDisabled()).toBe(true);
    expect(await dialog().getByRole('textbox', { name: 'Comment' }).evaluate((area) => getComputedStyle(area).minHeight)).toBe('80px');
    await dialog().getByRole('textbox', { name: 'Comment' }).fill('Pay there, before the foot moves.');
    await post.click();
    await toast(kate, 'SuccessComment posted').waitFor();
    expect(await dialog().getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('');
    await dialog().getByText('less than a minute ago').waitFor();
    await expectNoFaults(kate);
    await ben.getByText('Pay there, before the foot moves.').waitFor({ timeout: POKED_MS });
  });

  it('come back the other way, and bear the first 8 characters of who wrote them', async () => {
    const { id } = (await call(ben, 'GET', '/api/auth/user')).answer as { id: string };
    await ben.getByRole('textbox', { name: 'Comment' }).fill('He loads his left hind.');
    await ben.getByRole('button', { name: 'Post' }).click();
    await toast(ben, 'Comment posted').waitFor();
    await expectNoFaults(ben);
    await dialog().getByText('He loads his left hind.').waitFor({ timeout: POKED_MS });
    await dialog().getByText(`User ${id.slice(0, 8)}`).waitFor();
    expect(await dialog().getByRole('button', { name: 'Delete comment of' }).count()).toBe(1);
  });

  it('survive closing half-written, and are written offline', async () => {
    await dialog().getByRole('textbox', { name: 'Comment' }).fill('Half a thou');
    await dialog().getByRole('button', { name: 'Close', exact: true }).click();
    await card(kate, 'Blind search').getByRole('button', { name: '2 comments on Blind search' }).click();
    await expect.poll(() => dialog().getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('Half a thou');
    await server.line.cut();
    await dialog().getByRole('textbox', { name: 'Comment' }).fill('Half a thought, whole.');
    await dialog().getByRole('button', { name: 'Post' }).click();
    const line = dialog().getByRole('listitem').filter({ hasText: 'Half a thought, whole.' });
    await line.getByText(/Waiting for signal|Saved on this device/).waitFor();
    expect(await kate.getByText('Failed to post comment').count()).toBe(0);
    await server.line.mend();
    await ben.getByText('Half a thought, whole.').waitFor({ timeout: 20_000 });
  });

  it('are deleted by their author, and by whose session it is', async () => {
    await ben.getByRole('listitem').filter({ hasText: 'Half a thought' }).getByRole('button', { name: 'Delete comment of' }).click();
    await dialog().getByText('Half a thought, whole.').waitFor({ state: 'detached', timeout: POKED_MS });
    await dialog().getByRole('listitem').filter({ hasText: 'Pay there' }).getByRole('button', { name: 'Delete comment of' }).click();
    await ben.getByText('Pay there, before the foot moves.').waitFor({ state: 'detached', timeout: POKED_MS });
    await dialog().getByRole('button', { name: 'Close', exact: true }).click();
    expect(await card(kate, 'Blind search').getByRole('button', { name: 'Comment on Blind search' }).count()).toBe(1);
  });
});

describe('a partnership', () => {
  it('ends after asking, and takes the other’s sessions from the device', async () => {
    await ben.goto(`${server.url}/friends`);
    await ben.getByRole('button', { name: `Remove ${KATE}` }).click();
    const question = ben.getByRole('dialog', { name: `Remove ${KATE}?` });
    await question.getByText("You will no longer see each other's sessions.").waitFor();
    await expectNoFaults(ben);
    await question.getByRole('button', { name: 'Remove partner' }).click();
    await ben.getByRole('heading', { name: 'No training partners yet' }).waitFor();
    await kate.getByRole('heading', { name: 'No partner sessions yet' }).waitFor({ timeout: POKED_MS });
    expect(await card(kate, 'Blind search').count()).toBe(0);
  });
});

describe('the community', () => {
  it('is searched by name, county and sport, and the filters are in the URL', async () => {
    await kate.getByRole('link', { name: 'Community' }).click();
    await kate.getByRole('heading', { name: 'Browse Community', level: 1 }).waitFor();
    const trainer = kate.getByRole('article').filter({ hasText: 'Ben Ashworth' });
    await trainer.getByText('Devon').waitFor();
    await trainer.getByText('+2 more').waitFor();
    await trainer.getByText('Tracks in the Blackdown Hills.').waitFor();
    await expectNoFaults(kate);
    await kate.getByLabel('Sport').selectOption('Herding');
    await kate.getByLabel('Search by name').fill('ashw');
    await expect.poll(() => new URL(kate.url()).search).toBe('?sport=Herding&q=ashw');
    await trainer.waitFor();
    await kate.getByLabel('County').selectOption('Kent');
    await kate.getByRole('heading', { name: 'No trainers found' }).waitFor();
    await expectNoFaults(kate);
    await kate.reload();
    await kate.getByRole('heading', { name: 'No trainers found' }).waitFor();
    await kate.getByRole('button', { name: 'Show all trainers' }).click();
    await trainer.waitFor();
  });

  it('shows its last result offline, with its age', async () => {
    await server.line.cut();
    await kate.reload();
    await kate.getByText(/^Offline, as of/).waitFor();
    await kate.getByRole('article').filter({ hasText: 'Ben Ashworth' }).waitFor();
    await server.line.mend();
    await kate.getByRole('button', { name: 'Refresh' }).click();
    await kate.getByText(/^As of/).waitFor();
    expect(await kate.getByRole('article').filter({ hasText: 'Ben Ashworth' }).count()).toBe(1);
  });
});

describe('a profile', () => {
  it('shows who somebody is, and is the way to ask them', async () => {
    await kate.getByRole('link', { name: 'Ben Ashworth' }).click();
    await kate.getByRole('heading', { name: 'Ben Ashworth', level: 1 }).waitFor();
    await kate.getByRole('heading', { name: 'About' }).waitFor();
    await kate.getByRole('heading', { name: 'Sports & Disciplines' }).waitFor();
    expect(await kate.getByRole('main').getByRole('listitem').allTextContents()).toEqual(['Tracking', 'Rally', 'Agility', 'Herding', 'Other']);
    await expectNoFaults(kate);
    await kate.getByRole('button', { name: 'Add as Training Partner' }).click();
    await kate.getByText('Pending', { exact: true }).waitFor();
  });

  it('that is private says no more than that, and offers nothing', async () => {
    await call(ben, 'PATCH', '/api/users/profile', { profileVisibility: 'private' });
    await kate.getByRole('button', { name: 'Refresh' }).click();
    await kate.getByRole('heading', { name: 'Private Profile' }).waitFor();
    expect(await kate.getByRole('heading', { name: 'About' }).count()).toBe(0);
    expect(await kate.getByRole('button', { name: 'Add as Training Partner' }).count()).toBe(0);
    await expectNoFaults(kate);
  });

  it('of nobody is not found', async () => {
    await kate.goto(`${server.url}/profile/00000000-0000-4000-8000-000000000000`);
    await kate.getByRole('heading', { name: 'User Not Found' }).waitFor();
    await expectNoFaults(kate);
    await kate.getByRole('link', { name: 'Back to Community' }).click();
    await kate.getByRole('heading', { name: 'Browse Community' }).waitFor();
    expect(new URL(kate.url()).pathname).toBe('/community');
  });
});

describe('one’s own profile', () => {
  const save = () => kate.getByRole('button', { name: 'Save Profile' });

  it('is edited: names required, sports as removable badges, a cropped picture', async () => {
    await kate.getByRole('button', { name: /^Account/ }).click();
    await kate.getByRole('link', { name: 'Edit Profile' }).click();
    await kate.getByRole('heading', { name: 'Edit Profile', level: 1 }).waitFor();
    await save().click();
    await toast(kate, 'Validation ErrorFirst name and last name are required').waitFor();
    await kate.getByLabel('First Name*').fill(' Kate ');
    await kate.getByLabel('Last Name*').fill('Ellison');
    await kate.getByLabel('Bio').fill(' Tracks and tries. ');
    expect(await kate.getByLabel('Location').locator('option').count()).toBe(48);
    await kate.getByLabel('Location').selectOption('Tyne and Wear');
    expect(await kate.getByRole('group', { name: 'Sports' }).getByRole('checkbox').count()).toBe(19);
    await kate.getByRole('checkbox', { name: 'Tracking' }).check();
    await kate.getByRole('checkbox', { name: 'Rally' }).check();
    await kate.getByRole('button', { name: 'Remove Rally' }).click();
    expect(await kate.getByRole('checkbox', { name: 'Rally' }).isChecked()).toBe(false);
    await kate.getByRole('checkbox', { name: 'Public profile' }).check();
    await kate.locator('input[type=file]').setInputFiles({ name: 'kate.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') });
    await kate.getByRole('button', { name: 'Use this' }).click();
    await kate.getByRole('button', { name: 'Remove picture' }).waitFor();
    await expectNoFaults(kate);
    await save().click();
    await kate.waitForURL('**/friends');
    await kate.getByRole('button', { name: 'Account of Kate Ellison' }).waitFor();
    const kept = { firstName: 'Kate', lastName: 'Ellison', bio: 'Tracks and tries.', location: 'Tyne and Wear', sports: ['Tracking'], profileVisibility: 'public' };
    await expect.poll(async () => (await call(kate, 'GET', '/api/auth/user')).answer, { timeout: 15_000 }).toMatchObject({
      ...kept,
      profileImageUrl: expect.stringMatching(/^\/objects\//),
    });
  });

  it('is seen as others see it, and edited from there; Cancel and Back lead to the partners', async () => {
    const { id } = (await call(kate, 'GET', '/api/auth/user')).answer as { id: string };
    await kate.goto(`${server.url}/profile/${id}`);
    await kate.getByRole('heading', { name: 'Kate Ellison', level: 1 }).waitFor();
    await kate.getByText('Tracks and tries.').waitFor();
    expect(await kate.getByRole('button', { name: 'Add as Training Partner' }).count()).toBe(0);
    for (const way of ['Cancel', 'Back']) {
      await kate.goto(`${server.url}/profile/${id}`);
      await kate.getByRole('link', { name: 'Edit Profile' }).click();
      await kate.getByRole('button', { name: way }).click();
      await kate.waitForURL('**/friends');
    }
  });
});
