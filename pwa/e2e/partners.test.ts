import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPushKeys, openPush, type PushService, startPushService } from '../../api/testing/push-service.ts';
import { signInByCalls } from './harness/api-person.ts';
import { breakStore, call, idOf, loseCalls, toast, watchWords } from './harness/as-person.ts';
import { rowsOf } from './harness/device-rows.ts';
import { DESKTOP, type Device, openDevice } from './harness/browser.ts';
import { deliverPush, deliverPushUntilShown } from './harness/deliver-push.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { actOn, card } from './harness/log.ts';
import { type Server, startServer } from './harness/server.ts';
import { giveEmailAndCode, readyForOffline, signIn } from './harness/sign-in.ts';

const KATE = 'kate@example.org';
const BEN = 'ben@example.org';
const RUTH = 'ruth@example.org';
const RORY = 'rory@example.org';
/** A minimal PNG: four red pixels. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==';
/** A person who exists only in a mocked search result. */
const STRANGER = {
  id: '0197f3c2-0000-4000-8000-000000000000',
  firstName: 'Zoe',
  lastName: 'Quinn',
  location: null,
  profileImageUrl: null,
  profileVisibility: 'public',
  bio: '',
  sports: [],
  version: 1,
  dogNames: ['Fen'],
};
const CONNECTED = /^Connected \d\d\/\d\d\/\d{4}$/;

// Devices poll only every five minutes: what arrives within a minute came by a poke.
const WAIT_MS = 60_000;

let server: Server;
let pushes: PushService;
let desktop: Device;
let phone: Device;
let third: Device;
/** Kate has the desktop, Ben the phone; Ruth starts as a visitor. */
let kate: Page;
let ben: Page;
let ruth: Page;

const bensKeys = newPushKeys();
const BENS_PUSHES = '/push/ben';

beforeAll(async () => {
  pushes = await startPushService();
  [server, desktop, phone, third] = await Promise.all([
    startServer({ env: { ADMIN_EMAILS: [KATE, BEN, RUTH, RORY].join(','), NODE_ENV: 'test' } }),
    openDevice({ viewport: DESKTOP }),
    openDevice(),
    openDevice(),
  ]);
  [kate, ben, ruth] = [desktop.page(), phone.page(), third.page()];
  for (const page of [kate, ben, ruth]) page.setDefaultTimeout(WAIT_MS);
  await hearPushes(phone);
  await signIn(kate, server, KATE);
  await signIn(ben, server, BEN);
  await call(kate, 'PATCH', '/api/users/profile', { firstName: 'Kate', lastName: 'Ellison', profileVisibility: 'public' });
  await call(ben, 'PATCH', '/api/users/profile', {
    firstName: 'Ben',
    lastName: 'Ashworth',
    profileVisibility: 'public',
    location: 'Devon',
  });
  await call(ben, 'POST', '/api/dogs', { name: 'Fen', breed: 'Border Collie', birthdate: '2022-08-03' });
});

afterAll(async () => {
  await Promise.all([desktop.discard(), phone.discard(), third.discard()]);
  await server.stop();
  await pushes.close();
});

/** Chromium's push service is not available in tests: subscribes the browser to the test's own. */
async function hearPushes(device: Device) {
  await device.context().grantPermissions(['notifications'], { origin: server.url });
  await device.context().addInitScript(
    ({ endpoint, keys }) => {
      const bytesOf = (key: string) =>
        Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer;
      const held = () => {
        const key = localStorage.getItem('held-subscription');
        if (!key) return null;
        return {
          options: { applicationServerKey: bytesOf(key) },
          toJSON: () => ({ endpoint, keys }),
          unsubscribe: () => Promise.resolve(localStorage.removeItem('held-subscription')),
        };
      };
      Object.assign(PushManager.prototype, {
        getSubscription: () => Promise.resolve(held()),
        subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
          localStorage.setItem('held-subscription', applicationServerKey);
          return Promise.resolve(held());
        },
      });
    },
    { endpoint: pushes.origin + BENS_PUSHES, keys: bensKeys.keys },
  );
}

const popover = (page: Page) => page.getByRole('dialog', { name: 'Notifications', exact: true });
const line = (within: Locator, words: string) => within.getByRole('listitem').filter({ hasText: words });

describe('searching for people', () => {
  const invite = () => kate.getByRole('dialog', { name: 'Invite Training Partner' });
  const words = () => invite().getByLabel('Name or dog name');
  const search = () => invite().getByRole('button', { name: 'Search' });

  it('starts empty, and shows when a search finds no one or fails', async () => {
    await kate.getByRole('link', { name: 'Partners', exact: true }).click();
    await kate.getByRole('heading', { name: 'Training Partners', level: 1 }).waitFor();
    await kate.getByRole('heading', { name: 'No training partners yet' }).waitFor();
    await kate.getByText("Invite someone by their name or their dog's.").waitFor();
    await expect.poll(() => kate.getByText('Hear from your partners').count()).toBe(0);
    await expectNoFaults(kate);
    await kate.getByRole('button', { name: 'Invite partner' }).first().click();
    await invite().getByText("Search by their name or their dog's. Only public profiles appear.").waitFor();
    expect(await search().isDisabled()).toBe(true);
    await words().fill('   ');
    expect(await search().isDisabled()).toBe(true);
    await words().fill('zzz');
    const said = await watchWords(kate);
    await search().click();
    await toast(kate, 'Not foundNo users found matching your search').waitFor();
    expect(await said('Searching...')).toBe(true);
    const mend = await loseCalls(kate, '/api/users/search');
    await search().click();
    await toast(kate, 'ErrorFailed to search for users').waitFor();
    await mend();
  });

  it('searches again after a pending search if Enter confirmed other words meanwhile', async () => {
    const asked: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await kate.route('**/api/users/search?**', async (route) => {
      const wanted = new URL(route.request().url()).searchParams.get('query') ?? '';
      asked.push(wanted);
      if (asked.length === 1) await held;
      await route.fulfill({ json: wanted === 'zoe' ? [STRANGER] : [] });
    });
    await words().fill('zz');
    await words().press('Enter');
    await invite().getByRole('button', { name: 'Searching...' }).waitFor();
    await words().fill('zoe');
    await words().press('Enter');
    release();
    await line(invite(), 'Zoe Quinn').waitFor();
    expect(asked).toEqual(['zz', 'zoe']);
    await kate.unroute('**/api/users/search?**');
  });

  it('finds an owner by the dog’s name, and notifies the invited person at once', async () => {
    // A page has up to fifty results. Here the first has only a stranger, and the second the rest.
    await kate.route('**/api/users/search?**', (route) => {
      const url = route.request().url();
      if (url.includes('&more')) return route.continue({ url: url.replace('&more', '') });
      return route.fulfill({ json: [STRANGER], headers: { Link: `<${url.replace(server.url, '')}&more>; rel="next"` } });
    });
    await words().fill('fen');
    await words().press('Enter');
    await line(invite(), 'Zoe Quinn').waitFor();
    await invite().getByRole('button', { name: 'Show more people' }).click();
    const found = line(invite(), 'Ben Ashworth');
    await found.getByText('Fen').waitFor();
    await expect.poll(() => invite().getByRole('listitem').count()).toBe(2);
    await expect.poll(() => invite().getByRole('button', { name: 'Show more people' }).count()).toBe(0);
    await kate.unroute('**/api/users/search?**');
    expect(
      await invite()
        .getByRole('list', { name: 'People found' })
        .evaluate((list) => getComputedStyle(list).maxHeight),
    ).toBe('300px');
    await expectNoFaults(kate);
    const mend = await breakStore(kate);
    await found.getByRole('button', { name: 'Send Invite to Ben Ashworth' }).click();
    await toast(kate, 'ErrorFailed to send invite').waitFor();
    await mend();
    const said = await watchWords(kate);
    await found.getByRole('button', { name: 'Send Invite' }).click();
    await found.getByText('Pending', { exact: true }).waitFor();
    expect(await said('Sending...')).toBe(true);
    await invite().getByRole('button', { name: 'Close', exact: true }).click();
    await kate.getByRole('heading', { name: 'Sent Requests 1' }).waitFor();
    await kate.getByText('Pending', { exact: true }).waitFor();
    await ben.getByRole('button', { name: 'Notifications, 1 new' }).waitFor();
  });
});

describe('a request', () => {
  it('disappears from the other’s open notifications when withdrawn', async () => {
    await ben.getByRole('button', { name: 'Notifications, 1 new' }).click();
    await line(popover(ben), 'Kate Ellison').waitFor();
    const mend = await breakStore(kate);
    await kate.getByRole('button', { name: 'Withdraw request to Ben Ashworth' }).click();
    await toast(kate, 'ErrorFailed to withdraw request').waitFor();
    await mend();
    await kate.getByRole('button', { name: 'Withdraw request to Ben Ashworth' }).click();
    await popover(ben).getByText('No new notifications').waitFor();
    await popover(ben).getByText("You're all caught up!").waitFor();
    await expect.poll(() => popover(ben).getByRole('blockquote').count()).toBe(0);
    await expectNoFaults(ben);
  });

  it('appears in the open notifications, and can be declined there, which its sender cannot repeat', async () => {
    const rory = await signInByCalls(server, RORY);
    await rory.call('PATCH', '/api/users/profile', { firstName: 'Rory', lastName: 'Vale' });
    const ask = async () => rory.call('POST', '/api/friendships', { friendId: await idOf(ben) });
    await ask();
    await popover(ben).getByText('Good partners tell you what the dog did.').waitFor();
    expect(
      await popover(ben)
        .getByRole('list')
        .evaluate((list) => getComputedStyle(list).maxHeight),
    ).toBe('400px');
    const mend = await breakStore(ben);
    await popover(ben).getByRole('button', { name: 'Decline Rory Vale' }).click();
    await toast(ben, 'ErrorFailed to decline request').waitFor();
    await mend();
    await popover(ben).getByRole('button', { name: 'Decline Rory Vale' }).click();
    // The toast appears above the open notifications.
    await ben.getByRole('dialog', { name: 'Notifications' }).getByRole('status').filter({ hasText: 'SuccessRequest declined' }).waitFor();
    await ben.keyboard.press('Escape');
    expect(await rory.call('GET', '/api/friendships')).toEqual([]);
    await expect(ask()).rejects.toThrow('This person declined your request');
  });

  it('can be accepted, and both see that at once', async () => {
    await call(kate, 'POST', '/api/friendships', { friendId: await idOf(ben) });
    await ben.getByRole('link', { name: 'Partners', exact: true }).click();
    await ben.getByRole('heading', { name: 'Pending Requests 1' }).waitFor();
    await ben.getByRole('button', { name: 'Notifications, 1 new' }).click();
    await expectNoFaults(ben);
    const mend = await breakStore(ben);
    await popover(ben).getByRole('button', { name: 'Accept Kate Ellison' }).click();
    await toast(ben, 'ErrorFailed to accept request').waitFor();
    await mend();
    await ben.keyboard.press('Escape');
    // The profile of the asking person also has the answer buttons.
    await ben.getByRole('main').getByRole('link', { name: 'Kate Ellison' }).click();
    await ben.getByRole('heading', { name: 'Kate Ellison', level: 1 }).waitFor();
    await ben.getByText('Wants to be your partner').waitFor();
    await expectNoFaults(ben);
    await ben.getByRole('main').getByRole('button', { name: 'Accept Kate Ellison' }).click();
    await toast(ben, 'SuccessTraining partner request accepted!').waitFor();
    await ben.getByText('Training partner', { exact: true }).waitFor();
    // A partner's profile comes from the device and has no Refresh. The focus stays on the name.
    await ben.getByRole('button', { name: 'Refresh' }).waitFor({ state: 'detached' });
    await expect.poll(() => ben.evaluate(() => document.activeElement?.textContent)).toBe('Kate Ellison');
    await ben.getByRole('link', { name: 'Partners', exact: true }).click();
    for (const page of [kate, ben]) {
      await page.getByRole('heading', { name: 'Your Training Partners 1' }).waitFor();
      await page.getByText(CONNECTED).waitFor();
    }
    await expectNoFaults(kate);
  });
});

describe('notifications of a closed app', () => {
  const dialog = () => ben.getByRole('dialog', { name: 'Notifications on this phone' });
  const turn = (name: string) => dialog().getByRole('switch', { name });

  it('are offered with the first partner, can be switched by kind, and register with the server', async () => {
    await ben.getByRole('heading', { name: 'Hear from your partners' }).waitFor();
    await ben.getByText('Get notified when they comment or log a session.').waitFor();
    const told = ben.waitForResponse((answer) => answer.url().endsWith('/api/push/subscriptions') && answer.status() === 201);
    await ben.getByRole('button', { name: 'Turn on' }).click();
    await told;
    await ben.getByRole('heading', { name: 'Hear from your partners' }).waitFor({ state: 'detached' });
    await ben.getByRole('button', { name: /^Account/ }).click();
    await ben.getByRole('button', { name: 'Notification settings' }).click();
    for (const name of ['Notify me', 'Partner requests', 'Accepted requests', 'Comments', "Partners' sessions"])
      await expect.poll(() => turn(name).isChecked()).toBe(true);
    await expectNoFaults(ben);
    const toldAgain = ben.waitForResponse((answer) => answer.url().endsWith('/api/push/subscriptions') && answer.status() === 201);
    await turn('Comments').click();
    expect((await toldAgain).request().postDataJSON()).toMatchObject({ kinds: ['request', 'accepted', 'session'] });
    await expect.poll(() => turn('Comments').isChecked()).toBe(false);
    await dialog()
      .getByText('Get notified while Longline is closed. Notifications name the person and what they did, never the text.')
      .waitFor();
    for (const hint of [
      'Someone wants to be your training partner.',
      'Someone accepted your request.',
      'On your sessions, and on sessions you commented on.',
      'A training partner logged a session.',
    ]) {
      await dialog().getByText(hint).waitFor();
    }
  });

  it('register again when the person returns to the app, after the server or the push service failed', async () => {
    const lookAgain = async () => {
      const told = ben.waitForResponse((answer) => answer.url().endsWith('/api/push/subscriptions') && answer.status() === 201);
      await ben.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      return (await told).request().postDataJSON() as unknown;
    };
    const mend = await loseCalls(ben, '/api/push');
    await turn('Partner requests').click();
    await dialog().getByText("This takes effect when you're online.").waitFor();
    await mend();
    expect(await lookAgain()).toMatchObject({ kinds: ['accepted', 'session'] });
    await dialog().getByText("This takes effect when you're online.").waitFor({ state: 'detached' });
    await ben.evaluate(() => {
      const { subscribe } = PushManager.prototype;
      localStorage.removeItem('held-subscription');
      Object.assign(PushManager.prototype, { subscribe: () => Promise.reject(new DOMException('No service', 'AbortError')) });
      Object.assign(window, { mendPushes: () => Object.assign(PushManager.prototype, { subscribe }) });
    });
    await turn('Partner requests').click();
    await dialog().getByText("This browser's push service isn't responding. Longline tries again when you open it.").waitFor();
    await ben.evaluate(() => (window as unknown as { mendPushes: () => void }).mendPushes());
    expect(await lookAgain()).toMatchObject({ kinds: ['request', 'accepted', 'session'] });
    await dialog().getByRole('button', { name: 'Close', exact: true }).click();
  });

  it('are shown by the service worker, which also fetches the session', async () => {
    await readyForOffline(ben);
    const empty = await phone.context().newPage();
    await ben.close();
    await call(kate, 'POST', '/api/videos', { title: 'Evening track' });
    const [push] = await pushes.arrived(BENS_PUSHES);
    const message = openPush(push!, bensKeys);
    expect(message).toMatchObject({ kind: 'session', from: 'Kate Ellison' });
    await deliverPush(
      phone,
      empty,
      server.url,
      JSON.stringify({ ...message, to: '00000000-0000-4000-8000-000000000000', from: 'Somebody else' }),
    );
    const about = { title: 'Evening track', database: `longline-${message.to}` };
    const shown = await deliverPushUntilShown(phone, empty, server.url, JSON.stringify(message), about);
    expect(shown).toEqual([{ title: 'Kate Ellison logged a session', path: `/video/${message.videoId}` }]);
    await server.connection.cut();
    ben = empty;
    ben.setDefaultTimeout(WAIT_MS);
    await ben.goto(server.url);
    await card(ben, 'Evening track').waitFor();
    await server.connection.mend();
  });

  it('open their page in the existing window', async () => {
    const [worker] = phone.context().serviceWorkers();
    await worker!.evaluate(async () => {
      const [there] = await (
        self as unknown as { clients: { matchAll(): Promise<{ postMessage(message: unknown): void }[]> } }
      ).clients.matchAll();
      there?.postMessage({ type: 'OPEN', path: '/friends' });
    });
    await ben.waitForURL('**/friends');
    await ben.getByRole('heading', { name: 'Your Training Partners 1' }).waitFor();
    expect(phone.context().pages()).toHaveLength(1);
  });
});

describe('comments', () => {
  const dialog = () => kate.getByRole('dialog', { name: 'Comments' });
  const box = () => dialog().getByRole('textbox', { name: 'Comment' });
  const post = () => dialog().getByRole('button', { name: 'Post' });

  it('written in the log’s dialog appear on the partner’s open page', async () => {
    const [fen] = (await call<{ id: string }[]>(ben, 'GET', '/api/dogs')).answer;
    const { answer } = await call<{ id: string }>(ben, 'POST', '/api/videos', { title: 'Blind search', dogId: fen?.id });
    await kate.getByRole('link', { name: 'Training Log' }).click();
    await kate.getByRole('tab', { name: "Partners' Sessions" }).click();
    await card(kate, 'Blind search').waitFor();
    // The filter offers the partner's dogs.
    const dog = kate.getByRole('combobox', { name: 'Dog' });
    await dog.selectOption({ label: 'Fen' });
    await kate
      .getByRole('status')
      .getByText(/^1 of \d+ sessions?$/)
      .waitFor();
    await card(kate, 'Blind search').getByText('Fen').waitFor();
    await dog.selectOption({ label: 'All dogs' });
    await ben.goto(`${server.url}/video/${answer.id}`);
    await ben.getByText('No comments yet. Be the first to comment!').waitFor();
    const said = await watchWords(kate);
    await actOn(kate, 'Blind search', 'Comment on Blind search');
    await dialog().getByText('No comments yet. Be the first to comment!').waitFor();
    await dialog().getByText('On “Blind search”').waitFor();
    await dialog().getByPlaceholder('What did you see?').waitFor();
    expect(await said('Loading comments...')).toBe(true);
    expect(await post().isDisabled()).toBe(true);
    await box().fill('  \n ');
    expect(await post().isDisabled()).toBe(true);
    expect(await box().evaluate((area) => getComputedStyle(area).minHeight)).toBe('80px');
    expect(await box().getAttribute('maxlength')).toBe('2000');
    await box().fill('Pay there, before the foot moves.');
    const mend = await breakStore(kate);
    await post().click();
    await toast(kate, 'ErrorFailed to post comment').waitFor();
    await mend();
    expect(await box().inputValue()).toBe('Pay there, before the foot moves.');
    await post().click();
    await toast(kate, 'SuccessComment posted').waitFor();
    expect(await said('Posting...')).toBe(true);
    await expect.poll(() => box().inputValue()).toBe('');
    await dialog().getByText('just now').waitFor();
    await expectNoFaults(kate);
    await ben.getByText('Pay there, before the foot moves.').waitFor();
  });

  it('arrive in the other direction, show the first 8 characters of their author, and keep their age', async () => {
    const id = await idOf(ben);
    await ben.getByRole('textbox', { name: 'Comment' }).fill('He loads his left hind.');
    await ben.getByRole('button', { name: 'Post' }).click();
    await toast(ben, 'SuccessComment posted').waitFor();
    await expectNoFaults(ben);
    const his = line(dialog(), 'He loads his left hind.');
    await his.getByText(`User ${id.slice(0, 8)}`, { exact: true }).waitFor();
    await expect.poll(() => dialog().getByRole('button', { name: 'Delete comment by' }).count()).toBe(1);
    await kate.evaluate(() => {
      const { now } = Date;
      Date.now = () => now() + 5 * 60_000;
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await his.getByText('5 minutes ago').waitFor();
  });

  it('survive closing half-written, and can be written offline', async () => {
    await box().fill('Half a thou');
    await dialog().getByRole('button', { name: 'Close', exact: true }).click();
    await card(kate, 'Blind search').getByRole('button', { name: '2 comments on Blind search' }).click();
    await expect.poll(() => box().inputValue()).toBe('Half a thou');
    await box().fill('He knows.');
    await post().click();
    await toast(kate, 'SuccessComment posted').waitFor();
    await server.connection.cut();
    await box().fill('Half a thought, whole.');
    await post().click();
    await line(dialog(), 'Half a thought, whole.')
      .getByText(/Waiting for signal|Saved on this device/)
      .waitFor();
    // The toast of the previous comment is gone, and no toast calls this one posted.
    expect(await kate.getByText('Comment posted').count()).toBe(0);
    expect(await kate.getByText('Failed to post comment').count()).toBe(0);
    await server.connection.mend();
    await ben.getByText('Half a thought, whole.').waitFor();
  });

  it('can be deleted by their author and by the session’s owner', async () => {
    const removal = line(ben.getByRole('main'), 'Half a thought').getByRole('button', { name: 'Delete comment by' });
    const asked = (page: Page) => page.getByRole('dialog', { name: 'Delete this comment?' });
    const confirm = (page: Page) => asked(page).getByRole('button', { name: 'Delete comment' }).click();
    await removal.click();
    await asked(ben)
      .getByText(`User ${(await idOf(kate)).slice(0, 8)} wrote it. You can't undo this.`)
      .waitFor();
    await expectNoFaults(ben);
    await asked(ben).getByRole('button', { name: 'Cancel' }).click();
    await ben.getByText('Half a thought, whole.').waitFor();
    const mend = await breakStore(ben);
    await removal.click();
    await confirm(ben);
    await toast(ben, 'ErrorFailed to delete comment').waitFor();
    await mend();
    await removal.click();
    await confirm(ben);
    await dialog().getByText('Half a thought, whole.').waitFor({ state: 'detached' });
    await expect.poll(() => ben.getByRole('textbox', { name: 'Comment' }).evaluate((box) => box === document.activeElement)).toBe(true);
    await line(dialog(), 'Pay there').getByRole('button', { name: 'Delete comment by' }).click();
    await asked(kate).getByText("You can't undo this.", { exact: true }).waitFor();
    await confirm(kate);
    await ben.getByText('Pay there, before the foot moves.').waitFor({ state: 'detached' });
    await dialog().getByRole('button', { name: 'Close', exact: true }).click();
    await card(kate, 'Blind search').getByRole('button', { name: '2 comments on Blind search' }).waitFor();
    await expect.poll(() => ben.getByRole('main').getByRole('listitem').count()).toBe(2);
  });
});

describe('the Share dialog of a partner', () => {
  it('shows who can open the link, and has no switch', async () => {
    await actOn(kate, 'Blind search', 'Share Blind search');
    const dialog = kate.getByRole('dialog', { name: 'Share Training Session' });
    await dialog.getByText('Only its owner and their training partners can open this link').waitFor();
    await expect.poll(() => dialog.getByRole('switch').count()).toBe(0);
    await call(ben, 'POST', `/api/videos/${new URL(ben.url()).pathname.split('/').at(-1)}/share`);
    await dialog.getByText('Anyone with this link can see this session, without comments').waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  });
});

describe('a visitor', () => {
  it('sees one session by its link until its owner turns the link off', async () => {
    await kate.getByRole('tab', { name: 'My Sessions' }).click();
    await actOn(kate, 'Evening track', 'Share Evening track');
    const dialog = kate.getByRole('dialog', { name: 'Share Training Session' });
    const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
    const titleOrTagline = async () => {
      await ruth.goto(link);
      return ruth.getByRole('heading', { level: 1 }).textContent();
    };
    expect(await titleOrTagline()).toContain('Real training is data');
    await dialog.getByRole('switch', { name: 'Anyone with the link' }).click();
    await expect.poll(titleOrTagline).toBe('Evening track');
    await expect.poll(() => ruth.getByText('Ellison').count()).toBe(0);
    await dialog.getByRole('switch', { name: 'Anyone with the link' }).click();
    await expect.poll(titleOrTagline).toContain('Real training is data');
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  });
});

describe('people who act at the same time', () => {
  const askEachOther = async (page: Page, name: string) => {
    await page.goto(`${server.url}/friends?dialog=invite`);
    const invite = page.getByRole('dialog', { name: 'Invite Training Partner' });
    await invite.getByLabel('Name or dog name').fill(name);
    await invite.getByLabel('Name or dog name').press('Enter');
    return line(invite, name).getByRole('button', { name: 'Send Invite' });
  };
  const countOf = (page: Page, heading: string) => page.getByRole('heading', { name: new RegExp(`^${heading} `) }).count();

  it('end up with one request when they ask each other, and agree when one withdraws it while the other accepts', async () => {
    await ruth.goto(server.url);
    await ruth.getByRole('link', { name: 'Beta Tester Login' }).first().click();
    await giveEmailAndCode(ruth, server, RUTH);
    await call(ruth, 'PATCH', '/api/users/profile', { firstName: 'Ruth', lastName: 'Baxter', profileVisibility: 'public' });
    const [kateAsks, ruthAsks] = [await askEachOther(kate, 'Ruth Baxter'), await askEachOther(ruth, 'Kate Ellison')];
    await Promise.all([kateAsks.waitFor(), ruthAsks.waitFor()]);
    await server.connection.cut();
    await kateAsks.click();
    await ruthAsks.click();
    for (const page of [kate, ruth]) await page.getByText('Pending', { exact: true }).first().waitFor();
    await server.connection.mend();
    const refused = await Promise.any(
      [kate, ruth].map(async (page) => {
        await toast(page, 'ErrorThis person has already sent you a request').waitFor();
        return page;
      }),
    );
    await refused.getByText('Wants to be your partner').waitFor();
    await refused.getByRole('button', { name: 'Close', exact: true }).click();
    await refused.getByRole('heading', { name: 'Pending Requests 1' }).waitFor();
    await expect.poll(() => countOf(refused, 'Sent Requests')).toBe(0);
    const asker = refused === kate ? ruth : kate;
    await asker.getByRole('button', { name: 'Close', exact: true }).click();
    await asker.getByRole('heading', { name: 'Sent Requests 1' }).waitFor();
    await expect.poll(() => countOf(asker, 'Pending Requests')).toBe(0);

    // One withdraws while the other accepts: whichever reaches the server first, both end up with the same result.
    await server.connection.cut();
    await asker.getByRole('button', { name: /^Withdraw request to/ }).click();
    await refused
      .getByRole('main')
      .getByRole('button', { name: /^Accept/ })
      .click();
    await server.connection.mend();
    const failed = await Promise.any([
      toast(asker, 'ErrorThis request was already accepted')
        .waitFor()
        .then(() => 'withdraw'),
      toast(refused, 'ErrorNot found')
        .waitFor()
        .then(() => 'accept'),
    ]);
    const partners = (page: Page) =>
      page
        .getByRole('listitem')
        .filter({ hasText: page === kate ? 'Ruth Baxter' : 'Kate Ellison' })
        .getByText(CONNECTED);
    for (const page of [asker, refused]) {
      if (failed === 'withdraw') await partners(page).waitFor();
      else await expect.poll(() => partners(page).count()).toBe(0);
      // A refused answer brings the request back until the next pull removes it.
      await expect.poll(() => countOf(page, 'Sent Requests')).toBe(0);
      await expect.poll(() => countOf(page, 'Pending Requests')).toBe(0);
    }
  });
});

describe('the end of a partnership', () => {
  let picture: string;

  /** Tables that must lose all rows of the former partner, whose comments on one's own sessions stay. */
  const THEIRS = ['videos', 'people', 'partnerDogs', 'friendships', 'shadow', 'cursors'];

  it('asks first, removes the partner’s rows from the device, and their media answer 404 at once', async () => {
    await ben.goto(`${server.url}/friends`);
    const [bensId, katesId] = [await idOf(ben), await idOf(kate)];
    const upload = await call<{ uploadURL: string }>(kate, 'POST', '/api/objects/upload', { type: 'image/png' });
    await kate.evaluate(
      async ([where, png]) => fetch(where, { method: 'PUT', body: Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0)) }),
      [upload.answer.uploadURL, PNG] as const,
    );
    picture = (await call<{ objectPath: string }>(kate, 'PUT', '/api/videos/finalize', { videoURL: upload.answer.uploadURL })).answer
      .objectPath;
    const { answer: session } = await call<{ id: string }>(kate, 'POST', '/api/videos', { title: 'Send-away', videoUrl: picture });
    await call(ben, 'POST', `/api/videos/${session.id}/comments`, { content: 'Straight.' });
    await call(kate, 'POST', '/api/cues', { name: 'Paw up', sport: 'Agility', visibility: 'friends' });
    await ben.goto(`${server.url}/cues`);
    await ben.getByRole('heading', { name: 'Paw up' }).waitFor();
    await expect.poll(() => rowsOf(ben, bensId, 'Paw up', ['settings'])).toBe(1);
    await ben.goto(server.url);
    await card(ben, 'Send-away').waitFor();
    expect((await ben.request.get(server.url + picture)).status()).toBe(200);
    // The button of the entry's row: until the comment has arrived, the entry has a menu, which its arrival removes.
    await card(ben, 'Send-away').getByRole('button', { name: '1 comment on Send-away' }).click();
    const comments = ben.getByRole('dialog', { name: 'Comments' });
    await comments.getByText('Straight.').waitFor();
    expect(await rowsOf(ben, bensId, katesId, THEIRS)).toBeGreaterThan(0);

    await kate.goto(`${server.url}/friends`);
    await kate.getByRole('button', { name: 'Remove Ben Ashworth' }).click();
    const question = kate.getByRole('dialog', { name: 'Remove Ben Ashworth?' });
    await question.getByText("You will no longer see each other's sessions.").waitFor();
    await expectNoFaults(kate);
    await question.getByRole('button', { name: 'Cancel' }).click();
    const mend = await breakStore(kate);
    await kate.getByRole('button', { name: 'Remove Ben Ashworth' }).click();
    await question.getByRole('button', { name: 'Remove partner' }).click();
    await toast(kate, 'ErrorFailed to remove partner').waitFor();
    await mend();
    await kate.getByRole('button', { name: 'Remove Ben Ashworth' }).click();
    await question.getByRole('button', { name: 'Remove partner' }).click();
    await kate.getByRole('button', { name: 'Remove Ben Ashworth' }).waitFor({ state: 'detached' });
    await expect.poll(async () => (await ben.request.get(server.url + picture)).status()).toBe(404);
    await comments.getByText('This session is no longer available.').waitFor();
    await comments.getByRole('button', { name: 'Close', exact: true }).click();
    await card(ben, 'Send-away').waitFor({ state: 'detached' });
    await expect.poll(() => rowsOf(ben, bensId, katesId, THEIRS)).toBe(0);
    await expect.poll(() => rowsOf(ben, bensId, session.id, ['comments'])).toBe(0);
    await expect.poll(() => rowsOf(kate, katesId, bensId, THEIRS)).toBe(0);
    // The cached community list also loses the cue that only partners see.
    await expect.poll(() => rowsOf(ben, bensId, 'Paw up', ['settings'])).toBe(0);
  });

  it('is followed by a sign-out that removes the push subscription', async () => {
    expect(await ben.evaluate(() => localStorage.getItem('held-subscription'))).not.toBeNull();
    await ben.getByRole('button', { name: /^Account/ }).click();
    await ben.getByRole('button', { name: 'Logout' }).click();
    await ben.getByRole('link', { name: 'Beta Tester Login' }).first().waitFor();
    expect(await ben.evaluate(() => localStorage.getItem('held-subscription'))).toBeNull();
  });
});
