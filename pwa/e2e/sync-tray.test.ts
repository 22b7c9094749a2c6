import { readFile } from 'node:fs/promises';
import { type APIRequestContext, type Locator, type Page, request } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './harness/as-person.ts';
import { DESKTOP, type Device, openDevice } from './harness/browser.ts';
import { type Connection, openConnection } from './harness/connection.ts';
import { actOn, card, logSession, openLogDialog } from './harness/log.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';
import { syncTotal, watchTotal } from './harness/sync-total.ts';
import { syncTray } from './harness/sync-tray.ts';

const KATE = 'kate@example.org';
const OTHERS = ['ben', 'ruth', 'owen', 'helen'] as const;

let server: Server;
let phone: Device;
let desk: Device;
/** The desktop's own connection to the server, so that the test controls which device syncs first. */
let deskConnection: Connection;

beforeAll(async () => {
  server = await startServer({ env: { ADMIN_EMAILS: [KATE, ...OTHERS.map(emailOf)].join(',') } });
  deskConnection = await openConnection(() => server.port);
  [phone, desk] = await Promise.all([
    openDevice(),
    openDevice({
      viewport: DESKTOP,
      args: [`--host-resolver-rules=MAP localhost:${server.connection.port} 127.0.0.1:${deskConnection.port}`],
    }),
  ]);
  await phone.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  await signIn(phone.page(), server, KATE);
  await signIn(desk.page(), server, KATE);
  await call(desk.page(), 'PATCH', '/api/users/profile', { firstName: 'Kate', lastName: 'Ellison' });
  await Promise.all([readyForOffline(phone.page()), readyForOffline(desk.page())]);
});

afterAll(async () => {
  await Promise.all([phone.discard(), desk.discard()]);
  await server.stop();
  await deskConnection.close();
});

const emailOf = (name: string) => `${name}@example.org`;

async function offline(device: Device, connection: Connection): Promise<void> {
  await connection.cut();
  await device.setOffline(true);
}

async function online(device: Device, connection: Connection): Promise<void> {
  await connection.mend();
  await device.setOffline(false);
}

const total = (page: Page, words: RegExp | string) => syncTotal(page).filter({ hasText: words }).waitFor();
const allSynced = (page: Page) => total(page, 'All synced');
/** Waits until the header counts exactly this many items that are only on this device. */
const onlyHere = (page: Page, count: number) =>
  total(page, new RegExp(`(^|· )${count} ${count === 1 ? 'item' : 'items'} only on this (phone|device)$`));
const gone = (place: Locator) => place.waitFor({ state: 'detached' });
const list = async <Row extends object>(page: Page, path: string) =>
  (await call<(Row & { deletedAt?: string | null })[]>(page, 'GET', path)).answer.filter(({ deletedAt }) => !deletedAt);
const titles = async (page: Page) => (await list<{ title: string }>(page, '/api/videos')).map(({ title }) => title).toSorted();
const make = async (page: Page, path: string, payload: object): Promise<string> => {
  const { status, answer } = await call<{ id: string }>(page, 'POST', path, payload);
  expect([path, status]).toEqual([path, 201]);
  return answer.id;
};

/** Opens the dialog at an address, types, and saves. */
async function edit(page: Page, address: string, typed: Readonly<Record<string, string>>): Promise<void> {
  await page.goto(server.url + address);
  const dialog = page.getByRole('dialog');
  for (const [label, text] of Object.entries(typed)) await dialog.getByLabel(new RegExp(`^${label}`)).fill(text);
  await dialog.getByRole('button', { name: 'Update' }).click();
  await gone(dialog);
}

const openTray = async (page: Page): Promise<Locator> => {
  await syncTotal(page).click();
  const tray = syncTray(page);
  await tray.waitFor();
  return tray;
};
const line = (tray: Locator, words: string) => tray.getByRole('listitem').filter({ hasText: words });
/** Closes the toast, which would cover other controls for five seconds. */
const closeMessage = (page: Page) => page.getByRole('button', { name: 'Close message' }).click();
const tap = (within: Locator, name: string) => within.getByRole('button', { name, exact: true }).click();

describe('two devices that edited the same rows offline', () => {
  let session: string;
  let dunes: string;
  let dog: string;
  let cue: string;
  let program: string;

  it('count their own changes, and the first to connect syncs all of them', async () => {
    const [kate, atDesk] = [phone.page(), desk.page()];
    expect(deskConnection.sent()).toBeGreaterThan(0);
    session = await make(kate, '/api/videos', { title: 'Track', description: 'Laid at nine.\nTwo corners.' });
    dunes = await make(kate, '/api/videos', { title: 'Dunes', description: 'Lost the track.' });
    dog = await make(kate, '/api/dogs', { name: 'Fen', breed: 'Collie', birthdate: '2021-04-02' });
    cue = await make(kate, '/api/cues', { name: 'Away', sport: 'Obedience', steps: ['Board on the ground', 'Raise one end'] });
    program = await make(kate, '/api/programs', { name: 'Class C' });
    for (const page of [kate, atDesk]) {
      await page.goto(`${server.url}/programs`);
      // The program is the newest row: once it is here, the older rows are too.
      await card(page, 'Class C').waitFor();
    }
    await Promise.all([offline(phone, server.connection), offline(desk, deskConnection)]);

    await edit(kate, `/?dialog=edit-session&id=${session}`, {
      Title: 'Track by the mill',
      Notes: 'Laid at nine, dry ground.\nTwo corners.',
    });
    await onlyHere(kate, 1);
    await edit(kate, `/my-dogs?dialog=edit-dog&id=${dog}`, { Name: 'Fenna', Titles: 'BH-VT' });
    await onlyHere(kate, 2);
    await edit(kate, `/cues?tab=mine&dialog=edit-cue&id=${cue}`, {
      'Cue Name': 'Away to me',
      'Training Steps': 'Board flat on the ground\nRaise one end',
    });
    await onlyHere(kate, 3);
    await edit(kate, `/programs?dialog=edit-program&id=${program}`, { 'Program Name': 'Class C by May' });
    await onlyHere(kate, 4);
    await kate.goto(`${server.url}/?dialog=edit-session&id=${dunes}`);
    await tap(kate.getByRole('dialog'), 'Delete');
    await gone(card(kate, 'Dunes'));
    await onlyHere(kate, 5);

    await edit(atDesk, `/?dialog=edit-session&id=${session}`, {
      Title: 'Track in the wet',
      Notes: 'Laid at nine.\nTwo corners.\nFound alone.',
    });
    await edit(atDesk, `/my-dogs?dialog=edit-dog&id=${dog}`, { Name: 'Fen of Mill', Breed: 'Border Collie' });
    await edit(atDesk, `/cues?tab=mine&dialog=edit-cue&id=${cue}`, {
      'Cue Name': 'Away now',
      'Training Steps': 'Board on the ground\nRaise one end\nFade the hand',
    });
    await edit(atDesk, `/programs?dialog=edit-program&id=${program}`, {
      'Program Name': 'Class C in June',
      Goal: 'Pass at the first try.',
    });
    await edit(atDesk, `/?dialog=edit-session&id=${dunes}`, { Title: 'Dunes, found', Notes: 'Lost the track.\nFound it by the wind.' });
    await onlyHere(atDesk, 5);

    await online(phone, server.connection);
    await allSynced(kate);
    expect(await titles(kate)).toEqual(['Track by the mill']);
  });

  it('keep edits of different fields, merge notes by line, and show the later value with the other beside it', async () => {
    const [kate, atDesk] = [phone.page(), desk.page()];
    await online(desk, deskConnection);
    await total(kate, '4 conflicts');
    // The edit of the deleted session is refused and stays in the queue.
    await total(atDesk, /^Couldn't sync 1$/);
    expect(await list(kate, '/api/videos')).toMatchObject([
      { title: 'Track in the wet', description: 'Laid at nine, dry ground.\nTwo corners.\nFound alone.' },
    ]);
    expect(await list(kate, '/api/dogs')).toMatchObject([{ name: 'Fen of Mill', breed: 'Border Collie', titles: ['BH-VT'] }]);
    expect(await list(kate, '/api/cues')).toMatchObject([
      { name: 'Away now', steps: ['Board flat on the ground', 'Raise one end', 'Fade the hand'] },
    ]);
    expect(await list(kate, '/api/programs')).toMatchObject([{ name: 'Class C in June', goal: 'Pass at the first try.' }]);

    await kate.goto(server.url);
    await card(kate, 'Track in the wet').waitFor();
    const tray = await openTray(kate);
    const title = line(tray, 'Track in the wet: Title');
    await title.getByText('Current', { exact: true }).locator('..').getByText('Track in the wet').waitFor();
    await title.getByText('Other version').locator('..').getByText('Track by the mill').waitFor();
    await tap(title, 'Use this');
    await gone(title);
    await tap(line(tray, 'Fen of Mill: Name'), 'Keep current');
    await total(kate, '2 conflicts');
    await card(desk.page(), 'Track by the mill').waitFor();
    expect(await titles(kate)).toEqual(['Track by the mill']);
  });

  it('resolve conflicts from either device, and restore the edit of a deleted session as a new session', async () => {
    const [kate, atDesk] = [phone.page(), desk.page()];
    const tray = await openTray(atDesk);
    await tap(line(tray, 'Away now: Name'), 'Use this');
    await tap(line(tray, 'Class C in June: Name'), 'Keep current');
    const refused = line(tray, 'Edited session “Dunes, found”');
    await refused.getByText('This was deleted on another device').waitFor();
    // The session is deleted, so there is none to edit.
    await expect.poll(() => refused.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0);
    await tap(refused, 'Restore as new');
    await tray.getByRole('heading', { name: 'All synced' }).waitFor();
    await allSynced(kate);
    await kate.keyboard.press('Escape');
    await card(kate, 'Dunes, found').getByText('Found it by the wind.').waitFor();
    expect(await titles(kate)).toEqual(['Dunes, found', 'Track by the mill']);
    expect(await list(kate, '/api/dogs')).toMatchObject([{ name: 'Fen of Mill' }]);
    expect(await list(kate, '/api/cues')).toMatchObject([{ name: 'Away to me' }]);
    expect(await list(kate, '/api/programs')).toMatchObject([{ name: 'Class C in June' }]);
    await atDesk.keyboard.press('Escape');
  });
});

describe('the tray', () => {
  /** Makes a queued title longer than the limit, as an app version without that limit would. */
  const overstate = (page: Page, title: string) =>
    page.evaluate(async (wanted) => {
      const { name } = (await indexedDB.databases()).find((database) => /^longline-[0-9a-f-]{36}$/.test(database.name ?? '')) ?? {};
      const opening = indexedDB.open(name ?? '');
      const db = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)));
      const outbox = db.transaction('outbox', 'readwrite').objectStore('outbox');
      await new Promise<void>((resolve) => {
        outbox.openCursor().onsuccess = ({ target }) => {
          const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result;
          if (!cursor) return resolve();
          const record = cursor.value as { payload: { title?: string } };
          if (record.payload.title === wanted) cursor.update({ ...record, payload: { ...record.payload, title: wanted.padEnd(201, '!') } });
          cursor.continue();
        };
      });
      db.close();
    }, title);

  const edited = async (page: Page, title: string, notes: string) => {
    await actOn(page, title, `Edit ${title}`);
    const dialog = page.getByRole('dialog', { name: 'Edit Training Log' });
    await dialog.getByLabel(/^Notes/).fill(notes);
    await tap(dialog, 'Update');
    await gone(dialog);
  };

  let back: string;
  let said: () => Promise<string[]>;

  it('names each queued change with a Discard button, and the header counts them at every step', async () => {
    const kate = phone.page();
    back = await make(kate, '/api/videos', { title: 'Comes back' });
    const away = await make(kate, '/api/videos', { title: 'Stays away' });
    await kate.goto(server.url);
    await card(kate, 'Stays away').waitFor();
    await offline(phone, server.connection);
    said = await watchTotal(kate);
    await edited(kate, 'Comes back', 'Wind from the left.');
    await onlyHere(kate, 1);
    await edited(kate, 'Stays away', 'Nothing was found.\nToo warm.');
    await onlyHere(kate, 2);
    await logSession(kate, { title: 'Wordy' });
    await onlyHere(kate, 3);
    await logSession(kate, { title: 'Not worth it' });
    await onlyHere(kate, 4);

    const tray = await openTray(kate);
    await tray.getByText("4 items are only on this phone. They're safe here and will sync automatically.").waitFor();
    const waiting = line(tray, 'New session “Not worth it”');
    await waiting.getByText('Waiting for signal').waitFor();
    await tap(waiting, 'Discard');
    const question = kate.getByRole('dialog', { name: 'Discard this?' });
    await question.getByText('New session “Not worth it” will be deleted from this device.').waitFor();
    await tap(question, 'Discard');
    await gone(waiting);
    await onlyHere(kate, 3);
    await kate.keyboard.press('Escape');
    await expect.poll(() => card(kate, 'Not worth it').count()).toBe(0);

    await overstate(kate, 'Wordy');
    for (const id of [back, away]) expect((await call(desk.page(), 'DELETE', `/api/videos/${id}`)).status).toBe(200);
    await online(phone, server.connection);
    await total(kate, /^Couldn't sync 3$/);
  });

  it('shows why a change was refused, copies its text, and exports everything', async () => {
    const kate = phone.page();
    const tray = await openTray(kate);
    const wordy = line(tray, 'New session “Wordy!!!');
    await wordy.getByText('At most 200 characters').waitFor();
    const away = line(tray, 'Edited session “Stays away”');
    await away.getByText('This was deleted on another device').waitFor();
    await tap(away, 'Copy');
    await kate.getByText('Copied').waitFor();
    await closeMessage(kate);
    await kate.keyboard.press('Escape');
    await openLogDialog(kate);
    const dialog = kate.getByRole('dialog', { name: 'Add Training Log' });
    await dialog.getByLabel(/^Notes/).focus();
    await kate.keyboard.press('ControlOrMeta+v');
    await expect.poll(() => dialog.getByLabel(/^Notes/).inputValue()).toBe('Nothing was found.\nToo warm.');
    await kate.keyboard.press('Escape');
    await gone(dialog);
    await closeMessage(kate);

    await openTray(kate);
    const downloading = kate.waitForEvent('download');
    await tap(tray, 'Export');
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^longline-\d{4}-\d\d-\d\d\.json$/);
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
      changes: [
        {
          words: 'Edited session “Comes back”',
          state: 'refused',
          reason: 'This was deleted on another device',
          call: 'videos.update',
          id: back,
          payload: { description: 'Wind from the left.' },
        },
        { words: 'Edited session “Stays away”', payload: { description: 'Nothing was found.\nToo warm.' } },
        { words: `New session “${'Wordy'.padEnd(201, '!')}”`, state: 'refused', payload: { title: 'Wordy'.padEnd(201, '!') } },
      ],
      files: [],
      // The export includes the unsaved draft, which exists nowhere else.
      drafts: [{ key: 'videos.create', values: { title: '', description: 'Nothing was found.\nToo warm.' } }],
    });
    await kate.keyboard.press('Escape');
    await gone(tray);
  });

  it('discards on request, resends changes that can now succeed, and links to those that must be corrected', async () => {
    const kate = phone.page();
    const tray = await openTray(kate);
    const away = line(tray, 'Edited session “Stays away”');
    await tap(away, 'Discard');
    await tap(kate.getByRole('dialog', { name: 'Discard this?' }), 'Discard');
    await gone(away);
    await total(kate, /^Couldn't sync 2$/);

    expect((await call(desk.page(), 'POST', `/api/videos/${back}/restore`)).status).toBe(200);
    server.connection.holdAt('POST /api/batch');
    const again = line(tray, 'Edited session “Comes back”');
    await tap(again, 'Retry');
    await again.getByText('On its way', { exact: true }).waitFor();
    await total(kate, /^Couldn't sync 1 · 1 more on this phone$/);
    server.connection.letGo();
    await gone(again);
    await total(kate, /^Couldn't sync 1$/);
    await tap(line(tray, 'New session “Wordy!!!'), 'Edit');

    const dialog = kate.getByRole('dialog', { name: 'Edit Training Log' });
    await expect.poll(() => dialog.getByLabel('Title').inputValue()).toBe('Wordy'.padEnd(201, '!'));
    await dialog.getByLabel('Title').fill('Wordy no more');
    await tap(dialog, 'Update');
    await gone(dialog);
    await allSynced(kate);
    // 'All synced' appeared only once: until then, something was only on this phone.
    expect((await said()).filter((words) => words === 'All synced')).toHaveLength(1);
    expect(await titles(desk.page())).toEqual(['Comes back', 'Dunes, found', 'Track by the mill', 'Wordy no more']);
    expect(await list(kate, '/api/videos')).toContainEqual(
      expect.objectContaining({ title: 'Comes back', description: 'Wind from the left.' }),
    );
    await card(kate, 'Comes back').getByText('Wind from the left.').waitFor();
    await expect.poll(() => card(kate, 'Stays away').count()).toBe(0);
  });
});

describe('work done offline', () => {
  /** A person who calls the API without a browser. */
  async function someone(name: (typeof OTHERS)[number], lastName: string): Promise<{ id: string; api: APIRequestContext }> {
    const api = await request.newContext({ baseURL: `http://localhost:${server.port}` });
    const code = await server.codeFor(emailOf(name), () => api.post('/api/login', { form: { email: emailOf(name) } }));
    await api.post('/api/login/code', { form: { code } });
    const firstName = (name[0] ?? '').toUpperCase() + name.slice(1);
    const person = (await (
      await api.patch('/api/users/profile', { data: { firstName, lastName, profileVisibility: 'public' } })
    ).json()) as { id: string };
    return { id: person.id, api };
  }

  it('is exactly what the server has after the signal returns', async () => {
    const kate = phone.page();
    const [ben, ruth, owen, helen] = [
      await someone('ben', 'Ashworth'),
      await someone('ruth', 'Vale'),
      await someone('owen', 'Price'),
      await someone('helen', 'Marsh'),
    ];
    const kateId = (await call<{ id: string }>(kate, 'GET', '/api/auth/user')).answer.id;
    const { id: withBen } = (await (await ben.api.post('/api/friendships', { data: { friendId: kateId } })).json()) as { id: string };
    await call(kate, 'PATCH', `/api/friendships/${withBen}`, { status: 'accepted' });
    const { id: blind } = (await (await ben.api.post('/api/videos', { data: { title: 'Blind search' } })).json()) as { id: string };
    await make(kate, `/api/videos/${blind}/comments`, { content: 'Said too soon.' });
    await make(kate, '/api/dogs', { name: 'Moss', breed: 'Kelpie', birthdate: '2020-02-02' });
    await make(kate, '/api/cues', { name: 'Sit', sport: 'Rally', steps: [] });
    await make(kate, '/api/programs', { name: 'Old plan' });
    for (const { api } of [ruth, owen]) await api.post('/api/friendships', { data: { friendId: kateId } });

    await kate.goto(`${server.url}/friends`);
    const main = kate.getByRole('main');
    await main.getByRole('button', { name: 'Accept Ruth Vale' }).waitFor();
    await main.getByRole('button', { name: 'Decline Owen Price' }).waitFor();
    await kate.getByRole('button', { name: 'Invite partner' }).first().click();
    const invite = kate.getByRole('dialog', { name: 'Invite Training Partner' });
    await invite.getByLabel('Name or dog name').fill('helen');
    await tap(invite, 'Search');
    const found = line(invite, 'Helen Marsh');
    await found.waitFor();
    await offline(phone, server.connection);

    await found.getByRole('button', { name: 'Send Invite' }).click();
    await found.getByText('Pending', { exact: true }).waitFor();
    await found.getByText('Waiting for signal').waitFor();
    await onlyHere(kate, 1);
    await tap(invite, 'Close');
    await main.getByRole('button', { name: 'Accept Ruth Vale' }).click();
    await onlyHere(kate, 2);
    await main.getByRole('button', { name: 'Decline Owen Price' }).click();
    await onlyHere(kate, 3);

    await kate.goto(`${server.url}/video/${blind}`);
    await main.getByRole('textbox', { name: 'Comment' }).fill('Pay at the source.');
    await tap(main, 'Post');
    await line(main, 'Pay at the source.').waitFor();
    await onlyHere(kate, 4);
    await line(main, 'Said too soon.')
      .getByRole('button', { name: /^Delete comment by/ })
      .click();
    await tap(kate.getByRole('dialog', { name: 'Delete this comment?' }), 'Delete comment');
    await gone(line(main, 'Said too soon.'));
    await onlyHere(kate, 5);

    await kate.goto(`${server.url}/profile/edit`);
    await kate.getByLabel('Bio').fill('Tracks and tries.');
    await tap(main, 'Save Profile');
    await kate.waitForURL('**/friends');
    await onlyHere(kate, 6);

    for (const [count, place, name] of [
      [7, '/my-dogs', 'Moss'],
      [8, '/cues?tab=mine', 'Sit'],
      [9, '/programs', 'Old plan'],
    ] as const) {
      await kate.goto(server.url + place);
      if (name === 'Moss') {
        await kate.getByRole('button', { name: 'Moss' }).click();
        await tap(kate.getByRole('dialog', { name: 'Moss' }), 'Edit Profile');
      } else await tap(main, `Edit ${name}`);
      await tap(kate.getByRole('dialog', { name: /^Edit/ }), 'Delete');
      await gone(main.getByRole('heading', { name, exact: true }));
      await onlyHere(kate, count);
    }
    await kate.goto(`${server.url}/programs?dialog=create-program`);
    const create = kate.getByRole('dialog', { name: 'Create Program' });
    await create.getByLabel('Program Name').fill('New plan');
    await create.getByRole('checkbox', { name: /^Away to me/ }).check();
    await tap(create, 'Create Program');
    await gone(create);
    // The program and its cue count as two.
    await onlyHere(kate, 11);

    await online(phone, server.connection);
    await allSynced(kate);
    const friendships = await list<{ userId: string; friendId: string; status: string }>(kate, '/api/friendships');
    expect(Object.fromEntries(friendships.map(({ userId, friendId, status }) => [userId === kateId ? friendId : userId, status]))).toEqual({
      [ben.id]: 'accepted',
      [ruth.id]: 'accepted',
      [helen.id]: 'pending',
    });
    expect((await list<{ content: string }>(kate, `/api/videos/${blind}/comments`)).map(({ content }) => content)).toEqual([
      'Pay at the source.',
    ]);
    expect((await call(kate, 'GET', '/api/auth/user')).answer).toMatchObject({ firstName: 'Kate', bio: 'Tracks and tries.' });
    expect((await list<{ name: string }>(kate, '/api/dogs')).map(({ name }) => name)).toEqual(['Fen of Mill']);
    expect((await list<{ name: string }>(kate, '/api/cues')).map(({ name }) => name)).toEqual(['Away to me']);
    const programs = await list<{ name: string; cues: object[] }>(kate, '/api/programs');
    expect(Object.fromEntries(programs.map(({ name, cues }) => [name, cues.length]))).toEqual({ 'Class C in June': 0, 'New plan': 1 });
    await Promise.all([ben, ruth, owen, helen].map(({ api }) => api.dispose()));
  });
});
