// Takes the manifest's screenshots from the built app: node pwa/e2e/screenshots.mjs, after a build.
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { mustHaveBrowser } from '../../.ci/browser.mjs';
import { startBuiltServer } from './built-server.mjs';
import { stillOf } from './still-of.mjs';

const TARGET = fileURLToPath(new URL('../public/pictures/', import.meta.url));
const PERSON = 'kate@example.org';

const DOGS = [
  { name: 'Fen', breed: 'Border Collie', birthdate: '2022-08-14', titles: ['OB Class B', 'Rally L3'], coat: '#20242a' },
  { name: 'Brock', breed: 'German Shepherd Dog', birthdate: '2023-03-02', titles: ['BH-VT', 'IGP 1'], coat: '#a8743c' },
  { name: 'Moss', breed: 'Labrador Retriever', birthdate: '2025-12-11', titles: [], coat: '#d8b981' },
];
/** Days before today and the time, newest first. */
const SESSIONS = [
  [0, '14:22', 'Fen', 'Send-away to second marker', 'Send-away 30 m, 4/5 straight; lost line at the second marker. Wind from left.', 'field'],
  [0, '13:50', 'Fen', 'Dumbbell hold, duration', 'Holds of 10, 12, 15 and 15 s. Plastic clean; mouthed once on the wood at 15 s.', null],
  [1, '11:05', 'Brock', 'Track: two corners, three articles', 'Stubble, 420 paces, aged 50 min. Cast 4 m past the second corner.', 'stubble'],
  [1, '10:15', 'Brock', 'Bark and hold, blind 6', '11 barks, clean. Reset once, and paid for stillness.', null],
  [3, '17:05', 'Moss', 'Marked retrieve, 60 m', 'Straight out and back 3/3. Steady to the throw.', null],
];

const PHONE = { width: 390, height: 844 };
const PICTURES = [
  { name: 'training-log-narrow', path: '/', viewport: PHONE, deviceScaleFactor: 2 },
  { name: 'my-dogs-narrow', path: '/my-dogs', viewport: PHONE, deviceScaleFactor: 2 },
  { name: 'training-log-wide', path: '/', viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
];

const server = await startBuiltServer();
const browser = await chromium.launch({ executablePath: await mustHaveBrowser(), chromiumSandbox: false });
try {
  await mkdir(TARGET, { recursive: true });
  const context = await browser.newContext({ viewport: PHONE, locale: 'en-GB', timezoneId: 'Europe/London' });
  const page = await context.newPage();
  await server.signIn(page, PERSON);
  await fillKennel(context.request);
  const cookies = await context.storageState();
  for (const { name, path, viewport, deviceScaleFactor } of PICTURES) {
    const own = await browser.newContext({ viewport, deviceScaleFactor, locale: 'en-GB', timezoneId: 'Europe/London', storageState: cookies });
    const shown = await own.newPage();
    await shown.goto(server.origin + path);
    await shown.getByText('All synced').waitFor({ state: 'attached' });
    await shown.getByText(path === '/' ? SESSIONS[0][3] : DOGS[0].breed).first().waitFor();
    await shown.waitForFunction(() => [...document.images].every((image) => image.complete));
    await sharp(await shown.screenshot()).png({ palette: true, compressionLevel: 9 }).toFile(`${TARGET}${name}.png`);
    await own.close();
  }
} finally {
  await browser.close();
  await server.stop();
}

async function fillKennel(request) {
  await send(request, 'PATCH', '/api/users/profile', { firstName: 'Kate', lastName: 'Ellison' });
  const ids = {};
  for (const { coat, ...dog } of DOGS) {
    const image = await upload(request, await stillOf('coat', coat));
    ids[dog.name] = (await send(request, 'POST', '/api/dogs', { ...dog, image })).id;
  }
  for (const [daysAgo, time, dog, title, description, still] of SESSIONS) {
    const day = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
    const videoUrl = still && (await upload(request, await stillOf(still)));
    const trainedAt = `${day}T${time}:00Z`;
    await send(request, 'POST', '/api/videos', { title, description, dogId: ids[dog], videoUrl, thumbnailUrl: videoUrl ?? '', trainedAt, trainedZone: 'Europe/London' });
  }
}

/** The three steps of specification section 4: a place, the bytes, the path. */
async function upload(request, bytes) {
  const { uploadURL } = await send(request, 'POST', '/api/objects/upload', { size: bytes.length, type: 'image/png', name: 'still.png' });
  const put = await request.put(uploadURL, { data: bytes, headers: { 'Content-Type': 'image/png' } });
  if (!put.ok()) throw new Error(`PUT ${uploadURL}: ${put.status()} ${await put.text()}`);
  return (await send(request, 'PUT', '/api/videos/finalize', { videoURL: uploadURL })).objectPath;
}

async function send(request, method, path, data) {
  const answer = await request.fetch(server.origin + path, { method, data });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}
