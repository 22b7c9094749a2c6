import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { breakStore, call, holdCalls, idOf, loseCalls, toast, watchWords } from './harness/as-person.ts';
import { type Device, PHONE } from './harness/browser.ts';
import { type DeskAndField, startDeskAndField } from './harness/desk-and-field.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { resize } from './harness/resize.ts';
import type { Server } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';

const KATE = 'kate@example.org';
const BEN = 'ben@example.org';
/** A minimal PNG: four red pixels. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==';

let world: DeskAndField;
let server: Server;
let desktop: Device;
let phone: Device;
/** Kate, the admin, on the desktop. */
let kate: Page;
/** Ben, on the phone. */
let ben: Page;

beforeAll(async () => {
  world = await startDeskAndField({ env: { ADMIN_EMAILS: KATE } });
  ({ server, desktop, phone } = world);
  [kate, ben] = [desktop.page(), phone.page()];
  await signIn(kate, server, KATE);
});

afterAll(() => world.stop());

describe('beta access', () => {
  it('is granted by the admin from the waitlist', async () => {
    await ben.goto(server.url);
    expect(await call(ben, 'POST', '/api/waitlist', { email: BEN })).toMatchObject({ status: expect.any(Number) });
    await kate.getByRole('button', { name: /^Account/ }).click();
    const release = await holdCalls(kate, '/api/admin/');
    await kate.getByRole('link', { name: 'Beta Access Admin' }).click();
    await kate.getByRole('status').getByText('Checking access...').waitFor();
    await release();
    await kate.getByRole('heading', { name: 'Beta Access Admin', level: 1 }).waitFor();
    await kate.getByRole('heading', { name: 'Waitlist (1)' }).waitFor();
    await kate.getByRole('heading', { name: 'Beta Testers (0)' }).waitFor();
    await kate.getByText('No one has beta access yet.').waitFor();
    await kate.getByText(/^Joined \d\d\/\d\d\/\d{4}$/).waitFor();
    await kate.getByPlaceholder('you@example.org').waitFor();
    await expectNoFaults(kate);
    await kate.getByRole('button', { name: `Grant access to ${BEN}` }).click();
    await kate.getByRole('heading', { name: 'Waitlist (0)' }).waitFor();
    await kate.getByText('No one is waiting.').waitFor();
    await kate.getByRole('button', { name: `Remove ${BEN}` }).waitFor();
    // The profile can be edited once it is on the device. Until then the page says why not, and updates automatically.
    await phone.context().route('**/api/sync', (route) => route.abort());
    await signIn(ben, server, BEN);
    expect((await call(ben, 'GET', '/api/auth/user')).status).toBe(200);
    await ben.goto(`${server.url}/profile/edit`);
    await ben.getByText("Your profile isn't on this device yet. It loads when you're online.").waitFor();
    await phone.context().unroute('**/api/sync');
    await ben.evaluate(() => dispatchEvent(new Event('online')));
    await ben.getByRole('button', { name: 'Save Profile' }).waitFor();
    await call(ben, 'PATCH', '/api/users/profile', {
      firstName: 'Ben',
      lastName: 'Ashworth',
      profileVisibility: 'public',
      location: 'Devon',
      bio: 'Tracks in the Blackdown Hills.',
      sports: ['Tracking', 'Rally', 'Agility', 'Herding', 'Other'],
    });
  });

  it('is removed, and Undo restores it', async () => {
    const said = await watchWords(kate);
    await kate.getByRole('button', { name: `Remove ${BEN}` }).click();
    await kate.getByText(`Removed beta access for ${BEN}`).first().waitFor();
    expect(await said('Removing...')).toBe(true);
    expect((await call(ben, 'GET', '/api/auth/user')).status).toBe(403);
    await kate.getByRole('button', { name: 'Undo' }).click();
    await kate.getByRole('button', { name: `Remove ${BEN}` }).waitFor();
    await expect.poll(async () => (await call(ben, 'GET', '/api/auth/user')).status).toBe(200);
  });

  it('shows what failed, and does not leave the page when offline', async () => {
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
    await kate.getByText(/^Offline. Last updated/).waitFor();
    expect(new URL(kate.url()).pathname).toBe('/admin');
    await desktop.context().setOffline(true);
    await grant.click();
    await toast(kate, "You are offlineNothing changed. Try again when you're online.").waitFor();
    await desktop.context().setOffline(false);
    await mend();
    await kate.route('**/api/admin/beta-access', (route) =>
      route.fulfill({ status: 429, json: { message: 'Slow down', code: 'limit', requestId: '' } }),
    );
    await kate.getByRole('button', { name: 'Refresh' }).click();
    await kate.getByText(/^Couldn't refresh. Last updated/).waitFor();
    expect(new URL(kate.url()).pathname).toBe('/admin');
    await kate.unroute('**/api/admin/beta-access');
    // A captive portal answers every request with 200 and its own page.
    await kate.route('**/api/admin/beta-access', (route) =>
      route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome to the Wi-Fi</h1>' }),
    );
    await kate.getByRole('button', { name: 'Refresh' }).click();
    await kate.getByText(/^Offline. Last updated/).waitFor();
    await grant.click();
    await toast(kate, 'ErrorFailed to add beta access').waitFor();
    expect(new URL(kate.url()).pathname).toBe('/admin');
    await kate.unroute('**/api/admin/beta-access');
  });

  it('is granted to an address that is not on the waitlist', async () => {
    const grant = kate.getByRole('button', { name: 'Grant access', exact: true });
    await kate.getByLabel('Email').fill('vet');
    await grant.click();
    await toast(kate, 'Invalid emailPlease enter a valid email address').waitFor();
    await kate.getByLabel('Email').fill(' Vet@example.org');
    const mend = await loseCalls(kate, '/api/admin/');
    await grant.click();
    await toast(kate, 'ErrorFailed to add beta access').waitFor();
    expect(await kate.getByLabel('Email').inputValue()).toBe('Vet@example.org');
    await mend();
    const release = await holdCalls(kate, '/api/admin/');
    await grant.click();
    await kate.getByRole('button', { name: 'Adding...' }).waitFor();
    await release();
    await toast(kate, 'vet@example.org has beta access').waitFor();
    await kate.getByRole('button', { name: 'Remove vet@example.org' }).waitFor();
    await expect.poll(() => kate.getByLabel('Email').inputValue()).toBe('');
  });

  it('has scrolling lists, counts all entries, and searches beyond the listed ones', async () => {
    for (let place = 1; place <= 13; place++) await call(ben, 'POST', '/api/waitlist', { email: `w${place}@example.org` });
    // The page lists up to 1,000 addresses. Let it list five.
    await kate.evaluate(() => {
      const { fetch } = window;
      window.fetch = (input, init) => {
        const request = new Request(input, init);
        const whole = request.method === 'GET' && request.url.endsWith('/api/admin/beta-access');
        return fetch(whole ? new Request(`${request.url}?limit=5`, request) : request);
      };
    });
    await kate.getByRole('button', { name: 'Refresh' }).click();
    await kate.getByRole('heading', { name: 'Waitlist (14)' }).waitFor();
    await kate.getByText('Showing the first 5. Search to find the others.').waitFor();
    const waitlist = kate.locator('section').filter({ hasText: 'Waitlist' });
    await expect.poll(() => waitlist.getByRole('listitem').count()).toBe(5);
    expect(
      await waitlist.getByRole('list').evaluate((list) => [getComputedStyle(list).maxHeight, getComputedStyle(list).overflowY]),
    ).toEqual(['600px', 'auto']);
    await expectNoFaults(kate);
    const said = await watchWords(kate);
    await kate.getByLabel('Search addresses').fill('W13@');
    await kate.getByRole('button', { name: 'Grant access to w13@example.org' }).click();
    await waitlist.getByText('No matching addresses.').waitFor();
    expect(await said('Searching...')).toBe(true);
    await kate.getByRole('button', { name: 'Remove w13@example.org' }).waitFor();
    await kate.getByRole('heading', { name: 'Waitlist (13)' }).waitFor();
    await expect.poll(() => new URL(kate.url()).search).toBe('?q=W13%40');
    await loseCalls(kate, 'search=vet');
    await kate.getByLabel('Search addresses').fill('vet');
    await kate.getByText("Couldn't search all addresses. These matches are from the loaded ones.").first().waitFor();
    await kate.getByRole('button', { name: 'Remove vet@example.org' }).waitFor();
    await kate.goto(server.url);
  });

  it('has a page that only admins can open', async () => {
    await ben.goto(`${server.url}/admin`);
    await ben.waitForURL('**/not-authorized');
    await ben.getByRole('heading', { name: 'Not for this account', level: 1 }).waitFor();
    await ben.getByText("This page is for admins. Your own access hasn't changed.").waitFor();
    await ben.getByRole('link', { name: 'Logout' }).click();
    await ben.getByRole('link', { name: 'Beta Tester Login' }).first().waitFor();
    await signIn(ben, server, BEN);
    await ben.getByRole('button', { name: /^Account/ }).click();
    await ben.getByRole('button', { name: 'Logout' }).waitFor();
    await expect.poll(() => ben.getByRole('link', { name: 'Beta Access Admin' }).count()).toBe(0);
    await ben.keyboard.press('Escape');
  });
});

describe('the community', () => {
  it('can be searched by name, county and sport, with the filters in the URL', async () => {
    await kate.getByRole('link', { name: 'Community' }).click();
    await kate.getByRole('heading', { name: 'Browse Community', level: 1 }).waitFor();
    const trainer = kate.getByRole('article').filter({ hasText: 'Ben Ashworth' });
    await trainer.getByText('Devon').waitFor();
    await trainer.getByText('+2 more').waitFor();
    await trainer.getByText('Tracks in the Blackdown Hills.').waitFor();
    await expectNoFaults(kate);
    for (const [choice, all] of [
      ['County', 'All counties'],
      ['Sport', 'All sports'],
    ] as const) {
      expect(await kate.getByLabel(choice).locator('option:checked').textContent()).toBe(all);
    }
    await kate.getByLabel('Search by name').fill('nobody');
    await kate.getByRole('heading', { name: 'No trainers found' }).waitFor();
    await kate.getByText('Try another name, or just its first letters.').waitFor();
    await kate.getByRole('link', { name: 'Community', exact: true }).click();
    await expect.poll(() => kate.getByLabel('Search by name').inputValue()).toBe('');
    await trainer.waitFor();
    expect(new URL(kate.url()).search).toBe('');
    await kate.getByLabel('Sport').selectOption('Herding');
    await kate.getByLabel('Search by name').fill('ashw');
    await expect.poll(() => new URL(kate.url()).search).toBe('?sport=Herding&q=ashw');
    await trainer.waitFor();
    await kate.getByLabel('County').selectOption('Kent');
    await kate.getByRole('heading', { name: 'No trainers found' }).waitFor();
    await kate.getByText('Try another name, county or sport.').waitFor();
    await expectNoFaults(kate);
    await kate.reload();
    await kate.getByRole('heading', { name: 'No trainers found' }).waitFor();
    await kate.getByRole('button', { name: 'Show all trainers' }).click();
    await trainer.waitFor();
  });

  it('shows its last full list offline, with its age, even after a search without results', async () => {
    await kate.getByLabel('Search by name').fill('nobody');
    await kate.getByRole('heading', { name: 'No trainers found' }).waitFor();
    await kate.getByRole('button', { name: 'Show all trainers' }).click();
    await expect.poll(() => new URL(kate.url()).search).toBe('');
    await server.connection.cut();
    await kate.reload();
    await kate.getByText(/^Offline. Last updated/).waitFor();
    await kate.getByRole('article').filter({ hasText: 'Ben Ashworth' }).waitFor();
    await server.connection.mend();
    const said = await watchWords(kate);
    await kate.getByRole('button', { name: 'Refresh' }).click();
    await kate.getByText(/^As of/).waitFor();
    expect(await said('Refreshing...')).toBe(true);
    await expect.poll(() => kate.getByRole('article').filter({ hasText: 'Ben Ashworth' }).count()).toBe(1);
  });
});

describe('a profile', () => {
  it('shows a person, and lets others send a partner request', async () => {
    await kate.getByRole('link', { name: 'Ben Ashworth' }).click();
    await kate.getByRole('heading', { name: 'Ben Ashworth', level: 1 }).waitFor();
    await kate.getByRole('heading', { name: 'About' }).waitFor();
    await kate.getByRole('heading', { name: 'Sports & Disciplines' }).waitFor();
    await expect
      .poll(() => kate.getByRole('main').getByRole('listitem').allTextContents())
      .toEqual(['Tracking', 'Rally', 'Agility', 'Herding', 'Other']);
    await expectNoFaults(kate);
    await kate.getByRole('button', { name: 'Add as Training Partner' }).click();
    await kate.getByText('Pending', { exact: true }).waitFor();
    // Kate's profile is private and has no name, but her request can still be answered there.
    await ben.goto(`${server.url}/profile/${await idOf(kate)}`);
    await ben.getByRole('heading', { name: 'Private Profile' }).waitFor();
    await ben
      .getByRole('main')
      .getByRole('button', { name: /^Decline/ })
      .click();
    await toast(ben, 'SuccessRequest declined').waitFor();
    await ben.getByText('Wants to be your partner').waitFor({ state: 'detached' });
    await expect.poll(() => ben.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    await kate.getByRole('button', { name: 'Add as Training Partner' }).waitFor();
  });

  it('shows that it is empty', async () => {
    await call(ben, 'PATCH', '/api/users/profile', { bio: '', sports: [] });
    await kate.getByRole('button', { name: 'Refresh' }).click();
    await kate.getByText('No bio yet.').waitFor();
    await kate.getByText('No sports chosen yet.').waitFor();
    await expect.poll(() => kate.getByRole('main').getByRole('listitem').count()).toBe(0);
  });

  it('shows only that it is private, and offers no actions', async () => {
    await call(ben, 'PATCH', '/api/users/profile', { profileVisibility: 'private' });
    await kate.getByRole('button', { name: 'Refresh' }).click();
    await kate.getByRole('heading', { name: 'Private Profile' }).waitFor();
    await kate.getByText('This trainer keeps their bio and sports private.').waitFor();
    await expect.poll(() => kate.getByRole('heading', { name: 'About' }).count()).toBe(0);
    await expect.poll(() => kate.getByRole('button', { name: 'Add as Training Partner' }).count()).toBe(0);
    await expectNoFaults(kate);
  });

  it('is not found for an unknown id', async () => {
    await kate.goto(`${server.url}/profile/00000000-0000-4000-8000-000000000000`);
    await kate.getByRole('heading', { name: 'User Not Found' }).waitFor();
    await kate.getByText('No trainer at this address.').waitFor();
    await expectNoFaults(kate);
    await kate.getByRole('link', { name: 'Back to Community' }).click();
    await kate.getByRole('heading', { name: 'Browse Community' }).waitFor();
    expect(new URL(kate.url()).pathname).toBe('/community');
    await kate.getByText('No one has a public profile yet.').waitFor();
    await expect.poll(() => kate.getByRole('button', { name: 'Show all trainers' }).count()).toBe(0);
  });
});

describe('one’s own profile', () => {
  const save = () => kate.getByRole('button', { name: 'Save Profile' });

  it('can be edited: names are required, sports are removable badges, the picture is cropped', async () => {
    await kate.goto(`${server.url}/profile/${await idOf(kate)}`);
    await kate.getByRole('heading', { name: 'Your profile', level: 1 }).waitFor();
    await kate.getByText("You haven't added a bio yet.").waitFor();
    await kate.getByText("You haven't chosen any sports yet.").waitFor();
    await kate.getByRole('button', { name: /^Account/ }).click();
    await kate.getByRole('dialog').getByRole('link', { name: 'Edit Profile' }).click();
    await kate.getByRole('heading', { name: 'Edit Profile', level: 1 }).waitFor();
    await save().click();
    await toast(kate, 'Validation ErrorFirst name and last name are required').waitFor();
    await kate.getByLabel('First Name*').fill(' Kate ');
    await kate.getByLabel('Last Name*').fill('Ellison');
    await kate.getByPlaceholder('What you train, and with whom').fill(' Tracks and tries. ');
    await kate
      .getByText(
        'Others can find you in the community and see your bio and sports. A private profile shows only your name, picture and location.',
      )
      .waitFor();
    const counties = await kate.getByLabel('Location').locator('option').allTextContents();
    expect(counties).toHaveLength(48);
    expect([counties[0], counties[1], counties[47]]).toEqual(['No county', 'Bedfordshire', 'Worcestershire']);
    expect(counties).toEqual(expect.arrayContaining(['Greater London', 'Greater Manchester', 'West Midlands', 'Tyne and Wear']));
    await kate.getByLabel('Location').selectOption('Tyne and Wear');
    await expect
      .poll(() => kate.getByRole('group', { name: 'Sports' }).locator('label').allTextContents())
      .toEqual([
        'Obedience',
        'Agility',
        'Rally',
        'Scent Work',
        'Detection',
        'Mondioring',
        'IGP/Schutzhund',
        'French Ring',
        'PSA',
        'Dock Diving',
        'Flyball',
        'Barn Hunt',
        'Herding',
        'Tracking',
        'Service Dog Training',
        'Protection Sports',
        'Gundog/Retriever Work',
        'Canicross',
        'Other',
      ]);
    await kate.getByRole('checkbox', { name: 'Tracking' }).check();
    await kate.getByRole('checkbox', { name: 'Rally' }).check();
    await kate.getByRole('button', { name: 'Remove Rally' }).click();
    await expect.poll(() => kate.getByRole('checkbox', { name: 'Rally' }).isChecked()).toBe(false);
    await kate.getByRole('checkbox', { name: 'Public profile' }).check();
    await kate.locator('input[type=file]').setInputFiles({ name: 'kate.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') });
    await kate.getByRole('button', { name: 'Use this' }).waitFor();
    // The toast may cover part of a button for its five seconds.
    await toast(kate, 'Validation Error').waitFor({ state: 'hidden' });
    await expectNoFaults(kate);
    await kate.getByRole('button', { name: 'Use this' }).click();
    await kate.getByRole('button', { name: 'Remove picture' }).waitFor();
    await expectNoFaults(kate);
    const mend = await breakStore(kate);
    await save().click();
    await toast(kate, 'ErrorFailed to update profile').waitFor();
    await mend();
    const said = await watchWords(kate);
    await save().click();
    await kate.waitForURL('**/friends');
    expect(await said('Saving...')).toBe(true);
    await toast(kate, 'Profile saved').waitFor();
    await kate.getByRole('button', { name: 'Account of Kate Ellison' }).waitFor();
    const kept = {
      firstName: 'Kate',
      lastName: 'Ellison',
      bio: 'Tracks and tries.',
      location: 'Tyne and Wear',
      sports: ['Tracking'],
      profileVisibility: 'public',
    };
    await expect
      .poll(async () => (await call(kate, 'GET', '/api/auth/user')).answer)
      .toMatchObject({
        ...kept,
        profileImageUrl: expect.stringMatching(/^\/objects\//),
      });
  });

  it.each([844, 470])('returns to the partners once saved, and says so, on a phone of 390x%i', async (height) => {
    await resize(ben, { width: 390, height });
    await ben.goto(`${server.url}/profile/edit`);
    await ben.getByLabel('Bio').fill(`Saved at ${height}`);
    await ben.getByRole('button', { name: 'Save Profile' }).click();
    await ben.waitForURL('**/friends');
    await ben.getByRole('heading', { name: 'Training Partners', level: 1 }).waitFor();
    const said = toast(ben, 'Profile saved');
    await said.waitFor();
    const box = await said.boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= height).toBe(true);
    await expect.poll(async () => (await call(ben, 'GET', '/api/auth/user')).answer).toMatchObject({ bio: `Saved at ${height}` });
    await resize(ben, PHONE);
  });

  it('appears as others see it, and links to editing; Cancel and Back lead to the partners', async () => {
    const id = await idOf(kate);
    await kate.goto(`${server.url}/profile/${id}`);
    await kate.getByRole('heading', { name: 'Kate Ellison', level: 1 }).waitFor();
    await kate.getByText('Tracks and tries.').waitFor();
    await expect.poll(() => kate.getByRole('button', { name: 'Add as Training Partner' }).count()).toBe(0);
    for (const way of ['Cancel', 'Back']) {
      await kate.goto(`${server.url}/profile/${id}`);
      await kate.getByRole('link', { name: 'Edit Profile' }).click();
      await kate.getByLabel('Bio').fill(`${way}: half a thought`);
      await kate.getByRole('button', { name: way, exact: true }).click();
      await kate.waitForURL('**/friends');
      await toast(kate, 'Draft saved').waitFor();
      await kate.getByRole('button', { name: 'Discard' }).click();
    }
  });
});

describe('a community with more than one page', () => {
  it('loads page by page, and shows an error instead of an empty list when loading fails', async () => {
    await call(ben, 'PATCH', '/api/users/profile', { profileVisibility: 'public' });
    // The app asks for sixty people at a time. Let it ask for one.
    let refused = false;
    await kate.route('**/api/community/browse?**', async (route) => {
      if (refused) await route.fulfill({ status: 400, json: { message: 'No', code: 'invalid', requestId: '' } });
      else await route.continue({ url: route.request().url().replace('limit=60', 'limit=1') });
    });
    await kate.goto(`${server.url}/community`);
    const trainers = kate.getByRole('article');
    await kate.getByRole('button', { name: 'Show more trainers' }).click();
    await trainers.filter({ hasText: 'Kate Ellison' }).waitFor();
    await expect.poll(() => trainers.getByRole('heading').allTextContents()).toEqual(['Ben Ashworth', 'Kate Ellison']);
    await expect.poll(() => kate.getByRole('button', { name: 'Show more trainers' }).count()).toBe(0);
    refused = true;
    await kate.goto(`${server.url}/community?county=Kent`);
    await kate.getByRole('heading', { name: 'Failed to fetch users' }).waitFor();
    await kate.getByText("The server couldn't send the list. Please try again.").waitFor();
    await expectNoFaults(kate);
    await kate.unroute('**/api/community/browse?**');
    await kate.getByRole('button', { name: 'Refresh' }).click();
    await kate.getByRole('heading', { name: 'No trainers found' }).waitFor();
    await kate.getByText('Try another county or sport.').waitFor();
  });
});
