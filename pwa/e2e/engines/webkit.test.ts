import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type DemoField, openDemoField } from './demo-field.ts';
import { EnginePage } from './engine-page.ts';
import { fieldJourney, LOGGED } from './field-journey.ts';
import { faultsOfScreens } from './screen-tour.ts';
import { startWebKit, type WebKit } from './webkit.ts';

let webkit: WebKit;
let field: DemoField;

beforeAll(async () => {
  [webkit, field] = await Promise.all([startWebKit(), openDemoField()]);
});

afterAll(async () => {
  await webkit?.close();
  await field?.close();
});

/** The driver allows one session at a time, so each test ends its session. */
async function openPage(features?: readonly string[]): Promise<EnginePage> {
  const session = await webkit.open(features);
  onTestFinished(() => session.end());
  return new EnginePage(session);
}

/** The driver has private windows only, which forget everything when they end. */
const reload = (page: EnginePage) => async () => {
  await page.session.reload();
  return page;
};

/** Debian's WebKit does not play a film of the device, also with the decoders of gstreamer1.0-libav. */
const plays = false;

/** The storage features that this WebKit has. Once it has them all, another browser must test the fallbacks. */
const storageOf = ({ session }: EnginePage) =>
  session.run(async () => {
    const storage: Partial<StorageManager> | undefined = navigator.storage;
    const opens = await storage?.getDirectory?.().then(
      () => true,
      () => false,
    );
    const intoBuffers = (() => {
      try {
        return new Blob(['film']).stream().getReader({ mode: 'byob' }) !== null;
      } catch {
        return false;
      }
    })();
    return { storage: storage !== undefined, opens: opens ?? null, intoBuffers };
  });

test('syncs a session with its video from WebKit without navigator.storage, as Debian builds it', async () => {
  const page = await openPage();
  expect(await fieldJourney(field, { page, restart: reload(page), plays })).toMatchObject([LOGGED]);
  expect(await storageOf(page)).toEqual({ storage: false, opens: null, intoBuffers: false });
});

test('syncs a session with its video from a private window whose file system does not open, as in Safari', async () => {
  const page = await openPage(['StorageAPI', 'StorageAPIEstimate', 'FileSystem', 'AccessHandle']);
  expect(await fieldJourney(field, { page, restart: reload(page), plays })).toMatchObject([LOGGED]);
  expect(await storageOf(page)).toEqual({ storage: true, opens: false, intoBuffers: false });
});

test('shows every screen of a full kennel in WebKit without an error', async () => {
  expect(await faultsOfScreens(await openPage(), field.server)).toEqual([]);
});
