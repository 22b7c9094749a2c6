import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Download, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareSums, unpackZip } from '../../api/testing/unpack-export.ts';
import { call, toast } from './harness/as-person.ts';
import { type Device, openDevice, PHONE } from './harness/browser.ts';
import { addSession } from './harness/log.ts';
import { expectNoFaults } from './harness/no-faults.ts';
import { type Server, startServer } from './harness/server.ts';
import { readyForOffline, signIn } from './harness/sign-in.ts';
import { makeVideoFile } from './harness/video-file.ts';

let server: Server;
let folder: string;
let device: Device;
let kate: Page;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'longline-export-'));
  [server, device] = await Promise.all([startServer({ env: { ADMIN_EMAILS: 'kate@example.org' } }), openDevice({ viewport: PHONE })]);
  kate = device.page();
  await signIn(kate, server, 'kate@example.org');
});
afterAll(async () => {
  await device.discard();
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** @returns the folder */
async function unpacked(download: Download): Promise<string> {
  const at = mkdtempSync(join(folder, 'unpacked-'));
  await unpackZip(new Uint8Array(readFileSync(await download.path())), at);
  expect(compareSums(at).wrong).toEqual([]);
  return at;
}

const section = () => kate.getByRole('region', { name: 'Export' });

it('is prepared by the server, downloaded, and opens without either', async () => {
  const { answer: dog } = await call<{ id: string }>(kate, 'POST', '/api/dogs', {
    name: 'Fen',
    breed: 'Border Collie',
    birthdate: '2021-04-03',
  });
  await call(kate, 'POST', '/api/videos', {
    title: 'Send-away',
    description: 'Straight',
    dogId: dog.id,
    trainedAt: '2026-11-20T09:30:00Z',
  });
  await kate.goto(`${server.url}/your-data`);
  await section().getByRole('button', { name: 'Prepare ZIP' }).click();
  await section().getByRole('link', { name: 'Download' }).waitFor();
  await expectNoFaults(kate);
  const [download] = await Promise.all([kate.waitForEvent('download'), section().getByRole('link', { name: 'Download' }).click()]);
  expect(download.suggestedFilename()).toMatch(/^longline-\d{4}-\d\d-\d\d\.zip$/);
  const at = await unpacked(download);
  await device.setOffline(true);
  const reader = await device.context().newPage();
  await reader.goto(pathToFileURL(join(at, 'index.html')).href);
  await reader.getByText('Send-away').click();
  await reader.getByText('Straight').waitFor();
  await expectNoFaults(reader);
  await device.setOffline(false);

  await section().getByRole('button', { name: 'Delete' }).click();
  await section().getByRole('button', { name: 'Prepare ZIP' }).waitFor();
});

it('is made by the phone alone, with a film that no server has', async () => {
  await readyForOffline(kate);
  const film = await makeVideoFile(kate, folder, 20_000_000);
  await device.setOffline(true);
  await addSession(kate, server.url, { title: 'Blind search', notes: 'Wind from the left', media: film.path });
  await kate.goto(`${server.url}/your-data`);
  const [download] = await Promise.all([
    kate.waitForEvent('download'),
    section().getByRole('button', { name: 'Export what this device holds' }).click(),
  ]);
  await toast(kate, 'Your browser is saving 20 MB.').waitFor();
  const at = await unpacked(download);
  const sessions = readFileSync(join(at, 'data/sessions.jsonl'), 'utf8');
  const { videoUrl } = JSON.parse(sessions.split('\n').find((line) => line.includes('Blind search'))!) as { videoUrl: string };
  expect(
    createHash('sha256')
      .update(readFileSync(join(at, videoUrl)))
      .digest('hex'),
  ).toBe(film.sha256);
  expect(sessions).toContain('Send-away');
  expect(readFileSync(join(at, 'index.html'), 'utf8')).toContain('Wind from the left');
  await expectNoFaults(kate);
  await device.setOffline(false);
});
