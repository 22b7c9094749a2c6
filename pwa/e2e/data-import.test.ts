import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareSums, unpackZip } from '../../api/testing/unpack-export.ts';
import { call } from './harness/as-person.ts';
import { type Device, openDevice, PHONE } from './harness/browser.ts';
import { addSession, card } from './harness/log.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { type Server, startServer } from './harness/server.ts';
import { signIn } from './harness/sign-in.ts';
import { syncTotal } from './harness/sync-total.ts';
import { makeVideoFile } from './harness/video-file.ts';

const KATE = 'kate@example.org';

let servers: Server[];
let devices: Device[];
let folder: string;
let [old, fresh]: Page[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'longline-import-'));
  servers = [await startServer({ env: { ADMIN_EMAILS: KATE } }), await startServer({ env: { ADMIN_EMAILS: KATE } })];
  devices = [await openDevice({ viewport: PHONE }), await openDevice({ viewport: PHONE })];
  [old, fresh] = devices.map((device) => device.page());
  for (const [place, page] of [old!, fresh!].entries()) await signIn(page, servers[place]!, KATE);
});
afterAll(async () => {
  for (const device of devices) await device.discard();
  for (const server of servers) await server.stop();
  rmSync(folder, { recursive: true });
});

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Has the server export everything. @returns the path of the ZIP file */
async function exported(page: Page, { url }: Server, name: string): Promise<string> {
  await page.goto(`${url}/your-data`);
  await region(page, 'Export').getByRole('button', { name: 'Prepare ZIP' }).click();
  const link = region(page, 'Export').getByRole('link', { name: 'Download' });
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const path = join(folder, `${name}.zip`);
  await download.saveAs(path);
  return path;
}

async function unpacked(zip: string): Promise<(name: string) => string> {
  const at = mkdtempSync(join(folder, 'unpacked-'));
  await unpackZip(new Uint8Array(readFileSync(zip)), at);
  expect(compareSums(at).wrong).toEqual([]);
  return (name) => readFileSync(join(at, name), 'utf8');
}

/** Of the only session that the server has. */
const posterOf = async (page: Page): Promise<string | undefined> =>
  (await call<{ thumbnailUrl: string }[]>(page, 'GET', '/api/videos')).answer[0]?.thumbnailUrl;

const synced = (page: Page) => syncTotal(page).filter({ hasText: 'All synced' }).waitFor();

it('brings an export to an empty server, whose own export is then the same', async () => {
  const { answer: dog } = await call<{ id: string }>(old!, 'POST', '/api/dogs', { name: 'Fen', breed: 'Collie', birthdate: '2021-04-03' });
  await call(old!, 'POST', '/api/trials', { name: 'Spring trial', day: '2027-03-01', dogId: dog.id });
  const film = await makeVideoFile(old!, folder, 2_000_000);
  await addSession(old!, servers[0]!.url, { title: 'Send-away', notes: 'Straight', dog: 'Fen', media: film.path });
  await synced(old!);
  const zip = await exported(old!, servers[0]!, 'old');

  await fresh!.goto(`${servers[1]!.url}/your-data`);
  await fresh!.getByTestId('import-file').setInputFiles(zip);
  await region(fresh!, 'Import').getByText('One film or picture to add.').waitFor();
  await expectNoFaults(fresh!);
  await region(fresh!, 'Import').getByRole('button', { name: 'Import' }).click();
  await region(fresh!, 'Import').getByText('Added: 3 entries and one film or picture.').waitFor();
  await expectNoFaults(fresh!);
  // The total may still show that all was synced before.
  await expect.poll(() => posterOf(fresh!), { timeout: 60_000 }).toMatch(/^\/objects\//);
  await synced(fresh!);

  const [before, after] = [await unpacked(zip), await unpacked(await exported(fresh!, servers[1]!, 'fresh'))];
  for (const kind of ['profile', 'dogs', 'cues', 'programs', 'sessions', 'comments', 'sets', 'plans', 'trials'])
    expect(after(`data/${kind}.jsonl`)).toBe(before(`data/${kind}.jsonl`));
  const media = (read: (name: string) => string) =>
    read('SHA256SUMS')
      .split('\n')
      .filter((line) => line.includes('  media/'));
  expect(media(after)).toEqual(media(before));
  expect(media(after)).toHaveLength(2);
  await fresh!.goto(servers[1]!.url);
  await card(fresh!, 'Send-away').waitFor();
});

it('says that there is nothing to add the second time', async () => {
  await fresh!.goto(`${servers[1]!.url}/your-data`);
  await fresh!.getByTestId('import-file').setInputFiles(join(folder, 'old.zip'));
  await region(fresh!, 'Import').getByText('Everything in this file is here already.').waitFor();
  await expectNoFaults(fresh!);
  await region(fresh!, 'Import').getByRole('button', { name: 'Close' }).click();
  await region(fresh!, 'Import').getByRole('button', { name: 'Choose file' }).waitFor();
});

it('adds sessions of a spreadsheet, once', async () => {
  const buffer = Buffer.from('Tag;Hund;Was;Notiz\n20.11.2025;fen;F\xE4hrte;"Regen; Wind"\n21.11.2025;Rex;Suche;\n', 'latin1');
  const file = { name: 'log.csv', mimeType: 'text/csv', buffer };
  const section = region(fresh!, 'Import');
  await fresh!.getByTestId('import-file').setInputFiles(file);
  await section.getByText('log.csv: 2 rows.').waitFor();
  await section.getByRole('button', { name: 'Show what it adds' }).waitFor();
  await section.getByLabel('Title').selectOption('Was');
  await section.getByText('Not among your dogs: Rex.').waitFor();
  await section.getByText('fen · F\u00E4hrte').waitFor();
  await expectNoFaults(fresh!);
  await section.getByRole('button', { name: 'Show what it adds' }).click();
  await section.getByRole('button', { name: 'Import' }).click();
  await section.getByText('Added: 2 entries.').waitFor();
  await fresh!.getByTestId('import-file').setInputFiles(file);
  await section.getByLabel('Title').selectOption('Was');
  await section.getByRole('button', { name: 'Show what it adds' }).click();
  await section.getByText('Everything in this file is here already.').waitFor();
  await fresh!.goto(servers[1]!.url);
  await card(fresh!, 'F\u00E4hrte').getByText('Regen; Wind').waitFor();
  await card(fresh!, 'Suche').getByText('Dog: Rex').waitFor();
  await fresh!.goto(`${servers[1]!.url}/your-data`);
});

it('refuses a file that is no export', async () => {
  await fresh!.getByTestId('import-file').setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer: Buffer.from('no ZIP') });
  await region(fresh!, 'Import').getByText("This file can't be read.").waitFor();
  await expectNoFaults(fresh!);
});
