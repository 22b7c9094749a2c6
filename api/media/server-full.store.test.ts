import { Readable } from 'node:stream';
import { S3 } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { TestPerson } from '../testing/create-test-app.ts';
import { describeOnStores, type OpenWorld } from '../testing/describe-on-stores.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { mp4, png, sha256 } from '../testing/sample-media.ts';
import { openCuttingProxy, type CuttingProxy } from '../testing/cutting-proxy.ts';
import { openSmallStore, type SmallStore, whereStoresCanBeSmall } from '../testing/small-store.ts';
import { arrivedOf, idOf } from '../testing/stored-media.ts';
import { finalizeAs, openUploadAs, patchAs, putAs, TUS_HEADERS, uploadAs } from '../testing/upload-as.ts';

/** The store has room for two of these. A bucket only keeps whole parts, so there a unit is a part. */
const UNIT = (inject('s3') ? 5 : 1) * 1_048_576;
const bodyOf = (bytes: Uint8Array) => bytes as BodyInit;
/** The answer, with the causes of any 500. */
const answerOf = async (app: ListeningApp, response: Promise<Response>) => {
  const { status } = await response;
  return { status, errors: app.errors };
};
const inWords = { code: 'storage_full', message: 'The server has no space left. Your upload is kept and continues when there is space.' };

whereStoresCanBeSmall(() => {
  describeOnStores('a server with little storage left', (open) => {
    let small: SmallStore;
    let app: ListeningApp;
    let ann: TestPerson;
    beforeEach(async () => {
      const world = await open();
      small = openSmallStore(2 * UNIT, world.env);
      app = await createListeningApp(world, small.env);
      ann = await app.signIn('ann@example.org', { beta: true });
    });
    afterEach(async () => {
      await app.close();
      small.close();
    });

    describe('accepts as much of a video of five units as fits', () => {
      test('by tus, refuses a retry, and takes the rest when there is room', async () => {
        const film = mp4({ size: 5 * UNIT });
        const path = await openUploadAs(ann, { size: film.length });
        const full = await patchAs(app, ann, path, bodyOf(film), 0);
        expect(full.status).toBe(507);
        expect(await full.json()).toMatchObject(inWords);
        const kept = await arrivedOf(app.services.media.store, path);
        expect(kept).toBeGreaterThan(UNIT);

        expect(await answerOf(app, patchAs(app, ann, path, bodyOf(film.subarray(kept)), kept))).toEqual({ status: 507, errors: [] });
        expect(await arrivedOf(app.services.media.store, path)).toBe(kept);
        expect((await finalizeAs(ann, path)).status).toBe(409);

        small.resize(16 * UNIT);
        expect(await answerOf(app, patchAs(app, ann, path, bodyOf(film.subarray(kept)), kept))).toEqual({ status: 204, errors: [] });
        const { status, body } = await finalizeAs(ann, path);
        expect(status).toBe(200);
        expect(body.sha256).toBe(sha256(film));
        const served = Buffer.from(await (await app.fetchAs(ann, body.objectPath)).arrayBuffer());
        expect(sha256(served)).toBe(sha256(film));
      });

      test('by one PUT, which succeeds when repeated with room', async () => {
        const film = mp4({ size: 5 * UNIT });
        const path = await openUploadAs(ann, { size: film.length });
        const full = await putAs(app, ann, path, bodyOf(film));
        expect(full.status).toBe(507);
        expect(await full.json()).toMatchObject(inWords);
        small.resize(16 * UNIT);
        expect((await putAs(app, ann, path, bodyOf(film))).status).toBe(200);
        expect((await finalizeAs(ann, path)).body.sha256).toBe(sha256(film));
      });
    });

    test('keeps an uploaded picture when there is no room for the re-encoded one', async () => {
      // Plain grey is tiny as PNG, but at least 17 KB as JPEG.
      const picture = png(2_000, 1_000);
      const path = await openUploadAs(ann, { size: picture.length });
      expect((await putAs(app, ann, path, bodyOf(picture))).status).toBe(200);
      small.fill();
      const full = await finalizeAs(ann, path);
      expect(full.status).toBe(507);
      expect(full.body).toMatchObject(inWords);
      small.resize(8 * UNIT);
      expect((await finalizeAs(ann, path)).status).toBe(200);
      expect((await uploadAs(app, ann, mp4())).status).toBe(200);
    });
  });
});

if (inject('s3')) describeOnStores('a bucket with faults', inTrouble);

function inTrouble(open: OpenWorld): void {
  const film = mp4({ size: 5 * UNIT });
  let proxy: CuttingProxy;
  let small: SmallStore;
  let app: ListeningApp;
  let ann: TestPerson;
  let path: string;
  beforeEach(async () => {
    const world = await open();
    const objectStore = world.env.objectStore!;
    proxy = await openCuttingProxy(Number(new URL(objectStore.endpoint!).port));
    small = openSmallStore(2 * UNIT, world.env);
    app = await createListeningApp(world, { objectStore: { ...objectStore, endpoint: `http://127.0.0.1:${proxy.port}` } });
    ann = await app.signIn('ann@example.org', { beta: true });
    path = await openUploadAs(ann, { size: film.length });
  });
  afterEach(async () => {
    await app.close();
    await proxy.close();
  });

  test('passes on the reason for refusing a part, because requests never announce their body', async () => {
    // The gateway reads a refused body to its end unless it was announced. After an announcement, its answer and the
    // disconnect arrive in any order.
    proxy.cutOn((sent) => /^PUT [^]*^expect: 100-continue\r$/im.test(sent));
    expect(await answerOf(app, patchAs(app, ann, path, bodyOf(film), 0))).toEqual({ status: 507, errors: [] });
  });

  test('causes a 503 when it disconnects; the received bytes stay, and the upload resumes when it is back', async () => {
    proxy.cutOn((sent) => /^PUT [^]*partNumber=2&/.test(sent));
    const away = await patchAs(app, ann, path, bodyOf(film), 0);
    expect(away.status).toBe(503);
    expect(await away.json()).toMatchObject({
      code: 'unavailable',
      message: "The server can't reach its file storage. Your upload is kept and continues when it can.",
    });
    const kept = await arrivedOf(app.services.media.store, path);
    expect(kept).toBeGreaterThan(UNIT);
    proxy.cutOn(() => false);
    small.resize(16 * UNIT);
    expect(await answerOf(app, patchAs(app, ann, path, bodyOf(film.subarray(kept)), kept))).toEqual({ status: 204, errors: [] });
    expect((await finalizeAs(ann, path)).body.sha256).toBe(sha256(film));
  });

  const short = mp4({ size: UNIT + 1_000 });

  test('lets finalize combine the parts if it disconnected before', async () => {
    small.resize(16 * UNIT);
    const whole = await openUploadAs(ann, { size: short.length });
    proxy.cutOn((sent) => /^POST [^ ]*uploadId=/.test(sent));
    expect((await patchAs(app, ann, whole, bodyOf(short), 0)).status).toBe(503);
    proxy.cutOn(() => false);
    expect(await finalizeAs(ann, whole)).toMatchObject({ status: 200, body: { sha256: sha256(short) } });
  });

  test('does not make the device start over when it disconnects while asked for an offset', async () => {
    await patchAs(app, ann, path, bodyOf(film.subarray(0, 1_000)), 0);
    proxy.cutOn((sent) => /^GET [^ ]*\.info/.test(sent));
    expect((await app.fetchAs(ann, path, { method: 'HEAD', headers: TUS_HEADERS })).status).toBeGreaterThanOrEqual(500);
    expect((await patchAs(app, ann, path, bodyOf(film.subarray(1_000)), 1_000)).status).toBeGreaterThanOrEqual(500);
    expect((await finalizeAs(ann, path)).status).toBeGreaterThanOrEqual(500);
  });

  test('causes a 507 when it is full and an upload is opened or restarted', async () => {
    small.fill();
    const opened = await ann.call('POST', '/api/objects/upload', { size: UNIT });
    const begun = await putAs(app, ann, path, bodyOf(film));
    expect(opened).toMatchObject({ status: 507, body: inWords });
    expect(begun.status).toBe(507);
    expect(await begun.json()).toMatchObject(inWords);
  });

  test('makes the device start over when it has dropped the parts', async () => {
    const { bucket, endpoint, region, credentials } = app.services.env.objectStore!;
    const client = new S3({ region, endpoint: endpoint!, credentials: credentials!, forcePathStyle: true });
    await patchAs(app, ann, path, bodyOf(film.subarray(0, 1_000)), 0);
    const { Uploads = [] } = await client.listMultipartUploads({ Bucket: bucket });
    for (const { Key, UploadId } of Uploads) await client.abortMultipartUpload({ Bucket: bucket, Key, UploadId });
    client.destroy();
    expect((await app.fetchAs(ann, path, { method: 'HEAD', headers: TUS_HEADERS })).status).toBe(404);
    expect(await finalizeAs(ann, path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('counts each byte once when a replica that lost its lease writes to an upload', async () => {
    const { uploads } = app.services.media.store;
    small.resize(16 * UNIT);
    const whole = await openUploadAs(ann, { size: short.length });
    await patchAs(app, ann, whole, bodyOf(short.subarray(0, 1_000)), 0);
    await uploads.write(Readable.from([short.subarray(1_000, 1_500)]), idOf(whole), 1_000);
    await uploads.write(Readable.from([short.subarray(1_000)]), idOf(whole), 1_000);
    expect((await finalizeAs(ann, whole)).body.sha256).toBe(sha256(short));
  });
}
