import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3 } from '@aws-sdk/client-s3';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, startProcess } from '../../api/testing/start-process.ts';
import { DESKTOP, type Device, openDevice, PHONE } from './harness/browser.ts';
import { addSession, card } from './harness/log.ts';
import { proveEmail, readyForOffline } from './harness/sign-in.ts';
import { makeVideoFile } from './harness/video-file.ts';
import { type Stack, startStack } from './stack/stack.ts';

const KATE = 'kate@example.org';
const FILM_BYTES = 40_000_000;
/** A film that takes about 20 seconds, during which a server dies. */
const BYTES_A_SECOND = 2_000_000;
const PATIENCE_MS = 120_000;

let folder: string;
let stack: Stack;
let phone: Device;
let desktop: Device;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'longline-stack-test-'));
  stack = await startStack([KATE]);
  phone = await openDevice({ viewport: PHONE, args: trusting(stack) });
  desktop = await openDevice({ viewport: DESKTOP, args: trusting(stack) });
  for (const device of [phone, desktop]) device.page().setDefaultTimeout(PATIENCE_MS);
});
afterAll(async () => {
  await Promise.all([phone?.discard(), desktop?.discard()]).finally(() => stack?.stop());
  rmSync(folder, { recursive: true, force: true });
});

/** Lets Chromium trust this certificate and no other, so that it runs the service worker as on a real site. */
function trusting({ certificate }: Stack): string[] {
  const spki = new X509Certificate(readFileSync(certificate)).publicKey.export({ type: 'spki', format: 'der' });
  return [`--ignore-certificate-errors-spki-list=${createHash('sha256').update(spki).digest('base64')}`];
}

async function signInThroughCaddy(page: Page): Promise<void> {
  await page.goto(`${stack.url}/api/login`);
  await proveEmail(page, stack, KATE);
  await page.getByRole('heading', { name: 'Training Log', level: 1 }).waitFor();
}

test('doctor finds nothing wrong with it', async () => {
  const { child, output, ends } = startProcess({ ...stack.settings, NODE_EXTRA_CA_CERTS: stack.certificate }, 'doctor/doctor.js');
  await ends();
  expect([child.exitCode, output.stdout]).toEqual([0, 'Everything is well.\n']);
});

test('installs over TLS, logs, sends a film while one of its servers is killed, and shows it to another device', async () => {
  const page = phone.page();
  await signInThroughCaddy(page);
  await readyForOffline(page);
  await page.locator('link[rel=manifest]').waitFor({ state: 'attached' });
  const chromium = await phone.context().newCDPSession(page);
  const { installabilityErrors } = await chromium.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual([]);

  const film = await makeVideoFile(page, folder, FILM_BYTES);
  await chromium.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: BYTES_A_SECOND,
  });
  await addSession(page, stack.url, { title: 'Send-away in the rain', notes: '4 of 5', media: film.path });
  await expect.poll(underWay, { timeout: PATIENCE_MS }).toBeGreaterThan(0);
  const [first, second] = stack.replicas as [ServerProcess, ServerProcess];
  await first.ends('SIGKILL');
  await expect.poll(sha256s, { timeout: PATIENCE_MS, interval: 1_000 }).toContain(film.sha256);
  await page.getByText('All synced').first().waitFor();
  expect(second.child.exitCode).toBeNull();

  const there = desktop.page();
  await signInThroughCaddy(there);
  await card(there, 'Send-away in the rain').getByText('4 of 5').waitFor();

  await phone.setOffline(true);
  await page.reload();
  await card(page, 'Send-away in the rain').waitFor();
  await phone.setOffline(false);
});

/** Runs `ask` with a client for the bucket. */
async function asking<Answer>(ask: (s3: S3) => Promise<Answer>): Promise<Answer> {
  const s3 = new S3({ ...stack.s3, forcePathStyle: true });
  return ask(s3).finally(() => s3.destroy());
}

/** How many uploads have begun in the bucket and are not complete. */
const underWay = () => asking(async (s3) => (await s3.listMultipartUploads({ Bucket: stack.bucket })).Uploads?.length ?? 0);

/** SHA-256 of every finished file in the bucket. */
const sha256s = () =>
  asking(async (s3) => {
    const { Contents = [] } = await s3.listObjectsV2({ Bucket: stack.bucket, Prefix: 'objects/' });
    const found = Contents.map(async ({ Key }) => {
      const { Body } = await s3.getObject({ Bucket: stack.bucket, Key });
      return createHash('sha256')
        .update((await Body?.transformToByteArray()) ?? '')
        .digest('hex');
    });
    return Promise.all(found);
  });
