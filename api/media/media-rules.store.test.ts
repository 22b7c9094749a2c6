import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '../testing/create-test-app.ts';
import { describeOnStores } from '../testing/describe-on-stores.ts';
import { clearedFilm } from '../testing/cleared-film.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { heic, LAKE, mp4, noise, placeInUserData, png, sha256, locationTrack, webm } from '../testing/sample-media.ts';
import { problemsOf } from '../testing/stored-media.ts';
import { uploadAs } from '../testing/upload-as.ts';

describeOnStores('file processing', (open) => {
  let app: ListeningApp;
  let ann: TestPerson;
  beforeAll(async () => {
    app = await createListeningApp(await open());
    ann = await app.signIn('ann@example.org', { beta: true });
  });
  afterAll(() => app.close());

  async function served(path: string): Promise<{ type: string | null; bytes: Buffer }> {
    const answer = await app.fetchAs(ann, path);
    return { type: answer.headers.get('content-type'), bytes: Buffer.from(await answer.arrayBuffer()) };
  }
  const photo = (width: number, height: number, background = 'red') => sharp({ create: { width, height, channels: 3, background } });

  test.for([
    ['MP4', mp4(), 'video/mp4'],
    ['MOV', mp4({ brand: 'qt  ' }), 'video/quicktime'],
    ['MOV without a head', mp4({ moovFirst: true }).subarray(24), 'video/quicktime'],
    ['M4V', mp4({ brand: 'M4V ' }), 'video/x-m4v'],
    ['3GP', mp4({ brand: '3gp4' }), 'video/3gpp'],
    ['WebM', webm(), 'video/webm'],
    ['WebM as a browser records it', webm({ openEnded: true }), 'video/webm'],
  ] as const)('keeps %s and serves it byte for byte', async ([, file, mediaType]) => {
    const { status, body } = await uploadAs(app, ann, file);
    expect(status).toBe(200);
    expect(body.mediaType).toBe(mediaType);
    expect(body.size).toBe(file.length);
    expect(body.sha256).toBe(sha256(file));
    const { type, bytes } = await served(body.objectPath);
    expect(type).toBe(mediaType);
    expect(bytes.equals(file)).toBe(true);
  });

  test('hashes a video with a location as received and serves it without the location', async () => {
    const film = mp4({ about: [placeInUserData()] });
    const { body } = await uploadAs(app, ann, film);
    expect(body.size).toBe(film.length);
    expect(body.sha256).toBe(sha256(film));
    const answer = await app.fetchAs(ann, body.objectPath);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.includes(LAKE)).toBe(false);
    expect(bytes.length).toBe(film.length);
    expect(answer.headers.get('etag')).toBe(`"${sha256(bytes)}"`);
  });

  test('blanks positions of a few bytes, near and far, and keeps all between them', async () => {
    const steps = [0, 3, 10, 60_000, 65_540, 65_545, 400_000];
    const film = mp4({ size: 700_000, about: [locationTrack(700, 3, (chunk) => 100 + steps[chunk % 7]! + Math.floor(chunk / 7) * 20)] });
    const { body } = await uploadAs(app, ann, film);
    const { bytes } = await served(body.objectPath);
    expect(bytes.equals(film)).toBe(false);
    expect(bytes.equals(await clearedFilm(film, 'video/mp4'))).toBe(true);
    expect(await problemsOf(app.services.db, app.services.media.store)).toEqual([]);
  });

  test('serves a photograph upright, as JPEG, without location or maker', async () => {
    const file = await photo(40, 20)
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Make: 'Canon' }, IFD3: { GPSLatitude: '51/1 28/1 36/1', GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer();
    expect(file.includes('Canon')).toBe(true);
    const { body } = await uploadAs(app, ann, file);
    expect(body.mediaType).toBe('image/jpeg');
    expect(body.sha256).toBe(sha256(file));
    expect(body.size).toBe(file.length);
    const { type, bytes } = await served(body.objectPath);
    const { exif, width, height, format, orientation } = await sharp(bytes).metadata();
    expect(type).toBe('image/jpeg');
    expect(format).toBe('jpeg');
    expect(width).toBe(20);
    expect(height).toBe(40);
    expect(exif).toBeUndefined();
    expect(orientation).toBeUndefined();
    expect(bytes.includes('Canon')).toBe(false);
  });

  test('keeps transparency and animation, as WebP', async () => {
    const sheer = await sharp({ create: { width: 9, height: 9, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.5 } } })
      .png()
      .toBuffer();
    const frames = [await photo(9, 9).jpeg().toBuffer(), await photo(9, 9, 'blue').jpeg().toBuffer()];
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    for (const [file, pages] of [
      [sheer, undefined],
      [moving, 2],
    ] as const) {
      const { body } = await uploadAs(app, ann, file);
      expect(body.mediaType).toBe('image/webp');
      expect((await sharp((await served(body.objectPath)).bytes).metadata()).pages).toBe(pages);
    }
  });

  test('converts an AVIF to JPEG', async () => {
    const { body } = await uploadAs(app, ann, await photo(9, 9).avif().toBuffer());
    expect(body.mediaType).toBe('image/jpeg');
  });

  test('keeps a HEIC that no decoder here reads, without its location', async () => {
    const file = heic();
    const { body } = await uploadAs(app, ann, file);
    expect(body.mediaType).toBe('image/heic');
    const { type, bytes } = await served(body.objectPath);
    expect(type).toBe('image/heic');
    expect(bytes.length).toBe(file.length);
    expect(bytes.includes(LAKE)).toBe(false);
  });

  test('accepts 64 megapixels, and refuses larger or broken pictures with a message', async () => {
    expect((await uploadAs(app, ann, png(8_000, 8_000))).status).toBe(200);
    expect((await uploadAs(app, ann, png(8_000, 8_001))).body.message).toContain('64 megapixels');
    expect((await uploadAs(app, ann, noise(500))).body.message).toMatch(/^[A-Z].{20,}\.$/);
  });
});
