import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { openDatabase } from '../../api/db/open.ts';
import { installation } from '../../api/db/tables/installation.ts';
import { derivations, objects } from '../../api/db/tables/media.ts';
import { users } from '../../api/db/tables/people.ts';
import { NEVER_DUE } from '../../api/media/derived/derive-job.ts';
import { toast } from './harness/as-person.ts';
import { type Device, openDevice, PHONE } from './harness/browser.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { type Server, startServer } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';

const KATE = 'kate@example.org';
/** A file of which the database knows nothing, set aside a long time ago. */
const LOST = 'lost-file-of-forty-characters-000000000z';
const LONG_AGO = new Date('2026-01-01T00:00:00Z');

let server: Server;
let device: Device;
beforeAll(async () => {
  [server, device] = await Promise.all([startServer({ env: { ADMIN_EMAILS: KATE } }), openDevice({ viewport: PHONE })]);
  await signIn(device.page(), server, KATE);
  await server.kill();
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir: server.dataDir });
  // As after a steady day, so that ages count.
  const now = new Date();
  await db.update(installation).set({ sweptAt: now, steadySince: LONG_AGO, agesUntil: now });
  const [kate] = await db.select({ id: users.id }).from(users).where(eq(users.email, KATE));
  const path = '/objects/given-up-file-of-forty-characters-00000';
  const content = { size: 300, sha256: '', servedSize: 300, servedSha256: '' };
  await db.insert(objects).values({ path, ownerId: kate!.id, mediaType: 'video/mp4', createdAt: now, ...content });
  await db.insert(derivations).values({ objectPath: path, kind: 'video', attempts: 3, dueAt: NEVER_DUE });
  await close();
  const [shelf, notes] = [join(server.dataDir, 'media/objects/lo'), join(server.dataDir, 'media/notes/set-aside/object')];
  for (const folder of [shelf, notes]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(shelf, LOST), Buffer.alloc(2_000_000));
  writeFileSync(join(notes, LOST), '');
  utimesSync(join(notes, LOST), LONG_AGO, LONG_AGO);
  await server.restart();
});
afterAll(async () => {
  await device.discard();
  await server.stop();
});

it('shows an admin how the server is, tries failed jobs again, and reclaims what no one needs after asking', async () => {
  const page = device.page();
  await page.goto(server.url);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('link', { name: 'Server' }).click();
  await page.getByRole('heading', { name: 'Storage' }).waitFor();
  await page.getByText('1 file, 1 can be deleted').waitFor();
  await page.getByText(/^2(\.0)? MB$/).waitFor();
  await page.getByRole('listitem').filter({ hasText: KATE }).getByText('300 B').waitFor();
  await expectNoFaults(page);

  await page.getByRole('button', { name: 'Try again now: failed posters and copies' }).click();
  await toast(page, '1 job queued again').waitFor();

  const reclaim = page.getByRole('button', { name: 'Reclaim files that were set aside' });
  const asking = page.getByRole('dialog', { name: 'Delete files that were set aside?' });
  await reclaim.click();
  await asking.getByText('they may be the only copies of films').waitFor();
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await asking.waitFor({ state: 'hidden' });
  const stored = join(server.dataDir, 'media/objects/lo', LOST);
  expect(existsSync(stored)).toBe(true);
  await reclaim.click();
  await asking.getByRole('button', { name: 'Delete files' }).click();
  await toast(page, '1 file deleted').waitFor();
  await reclaim.waitFor({ state: 'detached' });
  expect(existsSync(stored)).toBe(false);
});
