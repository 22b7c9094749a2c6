import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../api/db/open.ts';
import { DESKTOP, type Device, openDevice } from './harness/browser.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { type Server, startServer } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';

const KATE = 'kate@example.org';
const NEVER = 'No backup has worked yet.';
const WORKED = /^Last backup: .+\. Restoring it was tested\.$/;
const FAILED = /^The backup of .+ failed: ENOTDIR/;

let scratch: string;
/** Where the server backs up to. */
let target: string;
let server: Server;
let device: Device;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'longline-backups-'));
  target = join(scratch, 'backups');
  // No folder can be made where a file is.
  await writeFile(target, '');
  const env = { ADMIN_EMAILS: KATE, BACKUP_DIR: target, LOG_LEVEL: 'info' };
  [server, device] = await Promise.all([startServer({ env }), openDevice({ viewport: DESKTOP })]);
  await signIn(device.page(), server, KATE);
});
afterAll(async () => {
  await device.discard();
  await server.stop();
  await rm(scratch, { recursive: true });
});

/** What the page 'Server' says about backups. */
async function words(): Promise<string[]> {
  await device.page().goto(`${server.url}/server`);
  const section = device.page().locator('section', { has: device.page().getByRole('heading', { name: 'Backups' }) });
  await section.waitFor();
  return section.locator('p').allTextContents();
}

async function startAgain(printing: RegExp): Promise<void> {
  const since = server.output().length;
  await server.restart();
  await server.printed(printing, since);
}

it('tells the admin that no backup has worked, when one has, and that one failed since', async () => {
  await server.printed(/The nightly backup failed/);
  expect(await words()).toEqual([expect.stringMatching(FAILED), NEVER]);
  await expectNoFaults(device.page());

  await server.kill();
  await rm(target);
  await startAgain(/Backed up \d+ rows/);
  const worked = await words();
  expect(worked).toEqual([expect.stringMatching(WORKED)]);
  await expectNoFaults(device.page());

  await server.kill();
  await rm(target, { recursive: true });
  await writeFile(target, '');
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir: server.dataDir });
  await db.execute(sql`update installation set backed_up_at = backed_up_at - interval '2 days'`);
  await close();
  await startAgain(/The nightly backup failed/);
  const [failed, before] = await words();
  expect(failed).toMatch(FAILED);
  expect(before).toMatch(WORKED);
  expect(before).not.toBe(worked[0]);
  await expectNoFaults(device.page());
});
