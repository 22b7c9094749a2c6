import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DELETED_KEPT_DAYS, MEDIA_MAX_BYTES } from '../../contract/limits.ts';
import { uploads } from '../../db/tables/media.ts';
import type { TestPerson } from '../../testing/create-test-app.ts';
import { describeOnStores, describeOnStoresWithPostgres } from '../../testing/describe-on-stores.ts';
import { createListeningApp, type ListeningApp } from '../../testing/listening-app.ts';
import { mp4, noise, png, sha256 } from '../../testing/sample-media.ts';
import { arrivedOf, idOf, storedObjects, storedUploads } from '../../testing/stored-media.ts';
import { finalizeAs, offsetAs, openUploadAs, patchAs, putAs, TUS_HEADERS, uploadAs } from '../../testing/upload-as.ts';

const bodyOf = (bytes: Uint8Array) => bytes as BodyInit;

describeOnStores('uploads', (open) => {
  let app: ListeningApp;
  let ann: TestPerson;
  let bob: TestPerson;

  beforeAll(async () => {
    app = await createListeningApp(await open());
    ann = await app.signIn('ann@example.org', { beta: true });
    bob = await app.signIn('bob@example.org', { beta: true });
  });
  afterAll(() => app.close());

  const store = () => app.services.media.store;

  describe('sending', () => {
    test('finalizes a video sent by tus in two pieces, with its SHA-256, and serves it unchanged', async () => {
      const film = mp4({ size: 300_000 });
      const path = await openUploadAs(ann, { size: film.length, type: 'video/mp4', name: 'sit.mp4' });

      const first = await patchAs(app, ann, path, bodyOf(film.subarray(0, 100_000)), 0);
      expect(first.status).toBe(204);
      expect(first.headers.get('upload-offset')).toBe('100000');
      const head = await app.fetchAs(ann, path, { method: 'HEAD', headers: TUS_HEADERS });
      expect(head.status).toBe(200);
      expect(head.headers.get('upload-offset')).toBe('100000');
      expect(head.headers.get('upload-length')).toBe('300000');
      expect(head.headers.get('access-control-allow-origin')).toBeNull();
      expect((await finalizeAs(ann, path)).status).toBe(409);
      expect((await patchAs(app, ann, path, bodyOf(film.subarray(100_000)), 100_000)).status).toBe(204);

      const { status, body } = await finalizeAs(ann, `https://elsewhere.example${path}`);
      expect(status).toBe(200);
      expect(body).toEqual({
        objectPath: expect.stringMatching(/^\/objects\/[\w-]{43}$/),
        mediaType: 'video/mp4',
        size: film.length,
        sha256: sha256(film),
      });
      const served = await app.fetchAs(ann, body.objectPath);
      expect(Buffer.from(await served.arrayBuffer()).equals(film)).toBe(true);
    });

    test('accepts a length that is only declared with the last bytes', async () => {
      const film = mp4({ size: 40_000 });
      const path = await openUploadAs(ann);
      expect((await patchAs(app, ann, path, bodyOf(film.subarray(0, 30_000)), 0)).status).toBe(204);
      const head = await app.fetchAs(ann, path, { method: 'HEAD', headers: TUS_HEADERS });
      expect(head.headers.get('upload-defer-length')).toBe('1');
      expect(head.headers.get('upload-length')).toBeNull();
      expect((await finalizeAs(ann, path)).status).toBe(409);
      expect((await patchAs(app, ann, path, bodyOf(film.subarray(30_000)), 30_000, { 'Upload-Length': '40000' })).status).toBe(204);
      expect((await finalizeAs(ann, path)).body.sha256).toBe(sha256(film));
    });

    test('accepts one plain PUT, with a length or without, and starts over when it is repeated', async () => {
      const other = mp4({ size: 60_000, seed: 3 });
      const path = await openUploadAs(ann);
      expect((await putAs(app, ann, path, bodyOf(mp4({ size: 90_000 })))).status).toBe(200);
      expect((await finalizeAs(ann, path)).status).toBe(200);
      expect((await putAs(app, ann, path, bodyOf(other))).status).toBe(409);
      const again = await openUploadAs(ann, { size: other.length });
      expect((await putAs(app, ann, again, bodyOf(other))).status).toBe(200);
      expect((await putAs(app, ann, again, bodyOf(other))).status).toBe(200);
      expect((await finalizeAs(ann, again)).body.sha256).toBe(sha256(other));

      const film = mp4({ size: 50_000, seed: 2 });
      const chunked = await openUploadAs(ann);
      expect((await putAs(app, ann, chunked, new Blob([new Uint8Array(film)]).stream())).status).toBe(200);
      expect((await finalizeAs(ann, chunked)).body.sha256).toBe(sha256(film));
    });

    test('keeps the bytes received before a connection dropped, and completes with the rest', async () => {
      const film = mp4({ size: 12_000_000 });
      const path = await openUploadAs(ann, { size: film.length });
      const patch = request(new URL(path, app.origin), {
        method: 'PATCH',
        headers: {
          cookie: app.cookieOf(ann),
          ...TUS_HEADERS,
          'Upload-Offset': 0,
          'Content-Type': 'application/offset+octet-stream',
          'Content-Length': film.length,
        },
      });
      patch.on('error', () => {});
      patch.write(film.subarray(0, 9_000_000));
      // A bucket stores full parts while the connection is open, and the rest when it has dropped.
      await expect.poll(() => arrivedOf(store(), path)).toBeGreaterThan(8_000_000);
      const arrived = await arrivedOf(store(), path);
      patch.destroy();

      // A bucket may store the last part once its request has ended. The offset then moves after it was read, the server
      // answers 409, and a device reads it again.
      const resume = async () => {
        const offset = await offsetAs(app, ann, path);
        expect(offset).toBeGreaterThanOrEqual(arrived);
        return (await patchAs(app, ann, path, bodyOf(film.subarray(offset)), offset)).status;
      };
      await expect.poll(resume).toBe(204);
      expect((await finalizeAs(ann, path)).body.sha256).toBe(sha256(film));
    });

    test('stores acknowledged bytes while more arrive, so that a killed server loses none', async () => {
      const path = await openUploadAs(ann, { size: 3_000_000 });
      expect((await patchAs(app, ann, path, bodyOf(noise(1_000_000)), 0)).status).toBe(204);
      let writerWaits = () => {};
      const waiting = new Promise<void>((resolve) => (writerWaits = resolve));
      const silent = new Readable({ read: () => writerWaits() });
      const writing = store().uploads.write(silent, idOf(path), 1_000_000);
      await waiting;
      expect(await arrivedOf(store(), path)).toBe(1_000_000);
      silent.push(null);
      expect(await writing).toBe(1_000_000);
      expect(await arrivedOf(store(), path)).toBe(1_000_000);
    });

    test('repeats the answer of finalize, in sequence and concurrently', async () => {
      const film = mp4({ seed: 9 });
      const path = await openUploadAs(ann);
      await putAs(app, ann, path, bodyOf(film));
      const [one, two] = await Promise.all([finalizeAs(ann, path), finalizeAs(ann, path)]);
      expect(one.status).toBe(200);
      expect(two.status).toBe(200);
      expect(two.body).toEqual(one.body);
      expect((await finalizeAs(ann, path)).body).toEqual(one.body);
      // A device that lost the answer asks for the offset first.
      expect(await offsetAs(app, ann, path)).toBe(film.length);
      expect((await patchAs(app, ann, path, bodyOf(film), 0)).status).toBe(409);
      expect((await app.fetchAs(ann, path, { method: 'DELETE', headers: TUS_HEADERS })).status).toBe(409);
    });

    test('deletes a cancelled upload with its bytes', async () => {
      const path = await openUploadAs(ann, { size: 100 });
      expect(await storedUploads(store())).toContain(idOf(path));
      expect((await app.fetchAs(ann, path, { method: 'DELETE', headers: TUS_HEADERS })).status).toBe(204);
      expect(await storedUploads(store())).not.toContain(idOf(path));
      expect((await app.fetchAs(ann, path, { method: 'HEAD', headers: TUS_HEADERS })).status).toBe(404);
      expect((await finalizeAs(ann, path)).status).toBe(404);
    });
  });

  test('are refused when a device sends them for another person', async () => {
    const { status } = await ann.call('POST', '/api/objects/upload', {}, { 'X-Longline-User': bob.userId });
    expect(status).toBe(401);
  });

  test('are finalized by their owner only, the first time and again', async () => {
    const path = await openUploadAs(ann);
    await putAs(app, ann, path, bodyOf(mp4()));
    expect((await finalizeAs(bob, path)).status).toBe(404);
    expect((await finalizeAs(ann, path)).status).toBe(200);
    expect((await finalizeAs(bob, path)).status).toBe(404);
  });

  test('open with the maximum size, an unknown type, or no body', async () => {
    for (const about of [{ size: MEDIA_MAX_BYTES, type: 'video/quicktime' }, { type: '' }, undefined]) {
      expect((await ann.call('POST', '/api/objects/upload', about)).status).toBe(200);
    }
  });

  test('refuse a piece at a wrong offset or beyond the size, and change nothing', async () => {
    const path = await openUploadAs(ann, { size: 1_000 });
    expect((await patchAs(app, ann, path, bodyOf(noise(10)), 5)).status).toBe(409);
    expect((await patchAs(app, ann, path, bodyOf(noise(1_001)), 0)).status).toBe(413);
    expect(await offsetAs(app, ann, path)).toBe(0);
  });

  test('stay incomplete with fewer bytes than announced', async () => {
    const path = await openUploadAs(ann, { size: 1_000 });
    expect((await putAs(app, ann, path, new Blob([new Uint8Array(999)]).stream())).status).toBe(400);
    expect((await finalizeAs(ann, path)).status).toBe(409);
  });
});

describeOnStores('the upload limits', (open) => {
  const KILOBYTES_100 = 102_400;
  let app: ListeningApp;
  let ann: TestPerson;
  beforeAll(async () => {
    app = await createListeningApp(await open(), { userMediaBytes: KILOBYTES_100 });
    ann = await app.signIn('ann@example.org', { beta: true });
  });
  afterAll(() => app.close());

  test('bound one person’s media for every kind of upload, and deleting frees room', async () => {
    const kept = await uploadAs(app, ann, mp4({ size: 60_000 }));
    expect(kept.status).toBe(200);
    const full = await ann.call('POST', '/api/objects/upload', { size: 50_000 });
    expect(full.status).toBe(413);
    expect(full.body).toMatchObject({ code: 'media_full', message: expect.stringContaining(`${DELETED_KEPT_DAYS} days later`) });
    expect((await ann.call('POST', '/api/objects/upload', { size: 40_000 })).status).toBe(200);

    const path = await openUploadAs(ann);
    expect((await patchAs(app, ann, path, bodyOf(noise(50_000)), 0)).status).toBe(413);
    expect((await putAs(app, ann, path, bodyOf(noise(50_000)))).status).toBe(413);
    const inChunks = await putAs(app, ann, path, new Blob([new Uint8Array(50_000)]).stream());
    expect(inChunks.status).toBe(413);
    expect(await inChunks.json()).toMatchObject({ code: 'media_full', message: expect.stringContaining('used up') });

    // Half an upload counts too, and cancelling it frees its room.
    const half = await openUploadAs(ann, { size: 40_000 });
    await patchAs(app, ann, half, bodyOf(noise(35_000)), 0);
    expect((await ann.call('POST', '/api/objects/upload', { size: 20_000 })).status).toBe(413);
    expect((await patchAs(app, ann, half, bodyOf(noise(1_000)), 35_000)).status).toBe(204);
    await app.fetchAs(ann, half, { method: 'DELETE', headers: TUS_HEADERS });
    expect((await ann.call('POST', '/api/objects/upload', { size: 20_000 })).status).toBe(200);
  });

  test.for(['PATCH', 'PUT'])('share the room between concurrent uploads by %s', async (method) => {
    const eve = await app.signIn(`eve-${method.toLowerCase()}@example.org`, { beta: true });
    const film = mp4({ size: 90_000 });
    const paths = await Promise.all(Array.from({ length: 5 }, (_, index) => openUploadAs(eve, index % 2 ? { size: film.length } : {})));
    const answers = await Promise.all(
      paths.map((path) => (method === 'PUT' ? putAs(app, eve, path, bodyOf(film)) : patchAs(app, eve, path, bodyOf(film), 0))),
    );
    const refused = answers.filter(({ ok }) => !ok);
    expect(refused).toHaveLength(4);
    for (const answer of refused) expect(((await answer.json()) as { message: string }).message).toContain('used up');
  });

  test('are checked again by finalize, which leaves nothing of an upload that does not fit', async () => {
    const kim = await app.signIn('kim@example.org', { beta: true });
    const send = async (film: Uint8Array) => {
      const path = await openUploadAs(kim, { size: film.length });
      expect((await patchAs(app, kim, path, bodyOf(film), 0)).status).toBe(204);
      // As if another replica, which yielded to this request, only now recorded its own offset.
      await app.services.db
        .update(uploads)
        .set({ received: 0 })
        .where(eq(uploads.id, idOf(path)));
      return path;
    };
    const films = [await send(mp4({ size: KILOBYTES_100 - 10 })), await send(mp4({ size: KILOBYTES_100 - 10, seed: 2 }))];
    const picture = await send(png(16, 16));
    const answers = await Promise.all(films.map((path) => finalizeAs(kim, path)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 413]);
    expect(answers.find(({ status }) => status === 413)?.body.code).toBe('media_full');

    const { store } = app.services.media;
    const before = await storedObjects(store);
    expect((await finalizeAs(kim, picture)).status).toBe(413);
    expect(await storedObjects(store)).toEqual(before);
  });

  test('count a picture with its stored size', async () => {
    expect((await uploadAs(app, ann, png(16, 16))).status).toBe(200);
  });
});

describeOnStoresWithPostgres('524288000 bytes', (open) => {
  test('are counted as they arrive: a body without a length is cut at the first byte too many', async () => {
    const app = await createListeningApp(await open());
    const ann = await app.signIn('ann@example.org', { beta: true });
    const path = await openUploadAs(ann);
    const piece = new Uint8Array(1_000_000);
    let sent = 0;
    const tooLong = new ReadableStream({
      pull(controller) {
        if (sent > MEDIA_MAX_BYTES) return controller.close();
        controller.enqueue(piece);
        sent += piece.length;
      },
    });
    expect((await putAs(app, ann, path, tooLong)).status).toBe(413);
    await app.close();
  });

  test('are refused by the announced length, without reading on', async () => {
    const app = await createListeningApp(await open());
    const ann = await app.signIn('ann@example.org', { beta: true });
    const path = await openUploadAs(ann);
    const put = request(new URL(path, app.origin), {
      method: 'PUT',
      headers: { cookie: app.cookieOf(ann), 'Content-Length': MEDIA_MAX_BYTES + 1 },
    });
    put.on('error', () => {});
    put.write('the first bytes');
    const [answer] = (await once(put, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(413);
    put.destroy();
    await app.close();
  });
});
