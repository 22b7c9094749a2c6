import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackZip } from '../../api/testing/unpack-export.ts';
import { becomePartners, loseCalls, toast } from './harness/as-person.ts';
import { atRest } from './harness/at-rest.ts';
import { axeViolations } from './harness/axe-violations.ts';
import { type Device, openDevice } from './harness/browser.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { type Server, startServer } from './harness/server.ts';
import { proveEmail, signIn } from './harness/sign-in.ts';

const KATE = 'kate@example.org';
const BROCK = 'brock@example.org';
const PERCY = 'percy@example.org';

let server: Server;
let kate: Device;
let brock: Device;
/** Another device on which Brock is signed in. */
let lost: Device;
let page: Page;

beforeAll(async () => {
  server = await startServer({ env: { ADMIN_EMAILS: KATE } });
  kate = await openDevice();
  brock = await openDevice();
  lost = await openDevice();
  page = brock.page();
  await signIn(kate.page(), server, KATE);
});

afterAll(async () => {
  await kate.discard();
  await brock.discard();
  await lost.discard();
  await server.stop();
});

const send = (from: Page, method: string, path: string, body?: object) =>
  from.evaluate(
    async ([how, where, json]) => {
      const init = json ? { headers: { 'Content-Type': 'application/json' }, body: json } : {};
      const answer = await fetch(where, { method: how, ...init });
      return { status: answer.status, body: (await answer.json()) as { id: string } };
    },
    [method, path, body ? JSON.stringify(body) : ''] as const,
  );

const signIns = (of: Page) => of.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
const statusOf = (of: Page) => of.evaluate(async () => (await fetch('/api/auth/user')).status);

describe('a person whose beta access was removed', () => {
  let video: string;
  beforeAll(async () => {
    await send(kate.page(), 'POST', '/api/admin/beta-access', { email: BROCK });
    await signIn(page, server, BROCK);
    await signIn(lost.page(), server, BROCK);
    const { body } = await send(page, 'POST', '/api/videos', { title: 'Track in the rain' });
    video = body.id;
    await send(page, 'POST', `/api/videos/${video}/share`);
    await send(page, 'POST', '/api/cues', { name: 'Search', visibility: 'public' });
    await send(page, 'POST', '/api/dogs', { name: 'Rex', breed: 'Malinois', birthdate: '2021-01-01' });
    await send(page, 'PATCH', '/api/users/profile', { bio: 'Tracking', profileVisibility: 'public' });
    await becomePartners(page, kate.page());
    const { body: ofKate } = await send(kate.page(), 'POST', '/api/videos', { title: 'Long down' });
    await send(page, 'POST', `/api/videos/${ofKate.id}/comments`, { content: 'Well held' });
    await send(kate.page(), 'DELETE', `/api/admin/beta-access/${BROCK}`);
    await page.goto(server.url);
    await page.waitForURL('**/not-authorized');
  });

  it('loses the file that another web page left on the device, at the next start', async () => {
    const files = () => page.evaluate(filesOfDevice);
    // A page without the app: a start of the app under way would take the file at once.
    await page.goto(`${server.url}/api/health`);
    await page.evaluate(leaveShare);
    expect(await files()).toEqual(['left']);
    await page.goto(server.url);
    await page.waitForURL('**/not-authorized');
    await expect.poll(files).toEqual([]);
  });

  it('sees on the not-authorized page what Longline holds, and downloads it', async () => {
    expect((await send(kate.page(), 'GET', `/api/videos/${video}/share`)).status).toBe(404);
    await page.getByRole('button', { name: 'Review my data' }).click();
    await page.getByText('Longline has 1 session, 1 dog, 1 cue, 0 programs, 0 plans, 0 trials and 1 comment of yours.').waitFor();
    await page.getByText('others can see these again: your profile, 1 public link, 1 shared cue, 0 shown trials.').waitFor();
    await atRest(page);
    expect(await axeViolations(page)).toEqual([]);
    const section = page.getByRole('region', { name: 'Export' });
    await section.getByRole('button', { name: 'Prepare ZIP' }).click();
    const link = section.getByRole('link', { name: 'Download' });
    await link.waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const at = await mkdtemp(join(tmpdir(), 'longline-export-'));
    await unpackZip(new Uint8Array(await readFile(await download.path())), at);
    const words = (name: string) => readFile(join(at, name), 'utf8');
    expect(await words('data/sessions.jsonl')).toContain('Track in the rain');
    expect(await words('data/dogs.jsonl')).toContain('Rex');
    expect(await words('data/cues.jsonl')).toContain('Search');
    expect(await words('beside/comments-elsewhere.jsonl')).toContain('Well held');
    await rm(at, { recursive: true });
  });

  it('learns that a lost device stays signed in while the server cannot be reached', async () => {
    await signIns(page).nth(1).waitFor();
    const mend = await loseCalls(page, '/api/auth/sign-ins');
    await page.getByRole('button', { name: /^Sign out: / }).click();
    await toast(page, "You are offlineNothing changed. Try again when you're online.").waitFor();
    await page.getByText(/^Offline\. Last updated/).waitFor();
    expect(await statusOf(lost.page())).toBe(403);
    await mend();
  });

  it('signs a lost device out', async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText(/^As of/).waitFor();
    await expectNoFaults(page);
    await page.getByRole('button', { name: /^Sign out: / }).click();
    await toast(page, 'Signed out: ').waitFor();
    await expect.poll(() => signIns(page).count()).toBe(1);
    expect(await statusOf(lost.page()), 'the lost device').toBe(401);
    expect(await statusOf(page), 'this device').toBe(403);
  });

  it('makes everything private, then deletes it', async () => {
    await page.getByRole('button', { name: 'Make everything private' }).click();
    await page.getByText('All of it is private.').waitFor();
    await page.getByRole('button', { name: 'Delete my data' }).click();
    const asked = page.getByRole('dialog', { name: 'Delete all your data?' });
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await asked.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete my data' }).click();
    await asked.getByRole('button', { name: 'Delete my data' }).click();
    await page.getByText('Longline has 0 sessions, 0 dogs, 0 cues, 0 programs, 0 plans, 0 trials and 0 comments of yours.').waitFor();
    expect((await send(kate.page(), 'POST', '/api/admin/beta-access', { email: BROCK })).status).toBe(201);
    expect((await send(kate.page(), 'GET', `/api/videos/${video}/share`)).status).toBe(404);
    expect((await send(page, 'GET', '/api/videos')).body).toEqual([]);
  });
});

describe('a person who never had beta access', () => {
  it('sees where they are signed in, and the page leaves no store on the device', async () => {
    const phone = lost.page();
    await phone.goto(`${server.url}/api/login`);
    await proveEmail(phone, server, PERCY);
    await phone.waitForURL('**/not-authorized');
    await expect.poll(() => signIns(phone).allInnerTexts()).toEqual([expect.stringMatching(/^This \w+\n.* · now$/)]);
    const ownStore = `longline-${(await phone.context().cookies()).find(({ name }) => name === 'longline-signed-in')?.value}`;
    expect(ownStore).toMatch(/-[0-9a-f]{12}$/);
    expect((await phone.evaluate(() => indexedDB.databases())).map(({ name }) => name)).not.toContain(ownStore);
  });
});

const ownStore = `new Promise((resolve, reject) => {
  const id = document.cookie.match(/longline-signed-in=([^;]+)/)[1];
  const opening = indexedDB.open('longline-' + id);
  opening.onsuccess = () => resolve(opening.result);
  opening.onerror = () => reject(opening.error);
})`;
/** Puts a file into the store as if an unknown sender had shared it long ago. */
const leaveShare = `${ownStore}.then((store) => new Promise((resolve) => {
  const row = { id: 'left', entity: 'videos', entityId: null, field: 'videoUrl', fileName: 'left', name: 'a.mp4', type: 'video/mp4',
    size: 5, poster: null, posterState: 'none', state: 'kept', shared: { with: 'left', title: '', description: '' },
    createdAt: 0, updatedAt: 0 };
  const writing = store.transaction('media', 'readwrite');
  writing.objectStore('media').put(row);
  writing.oncomplete = () => { store.close(); resolve(); };
}))`;
const filesOfDevice = `${ownStore}.then((store) => new Promise((resolve) => {
  const reading = store.transaction('media').objectStore('media').getAllKeys();
  reading.onsuccess = () => { store.close(); resolve(reading.result); };
}))`;
