import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FinalizeAnswer } from '../contract/online-calls.ts';
import type { TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { mp4 } from '../testing/sample-media.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const TUS = { 'Tus-Resumable': '1.0.0' };
const PATCH = { ...TUS, 'Content-Type': 'application/offset+octet-stream' };

describeOnBothDatabases('uploads', (open) => {
  let app: ListeningApp;
  let ann: TestPerson;
  let bob: TestPerson;

  beforeAll(async () => {
    app = await createListeningApp(await open());
    ann = await app.signIn('ann@example.org', { beta: true });
    bob = await app.signIn('bob@example.org', { beta: true });
  });
  afterAll(() => app.close());

  const openUpload = async (person: TestPerson, about?: object) => {
    const { status, body } = await person.call<{ uploadURL: string }>('POST', '/api/objects/upload', about);
    expect(status).toBe(200);
    return new URL(body.uploadURL).pathname;
  };
  const patch = (person: TestPerson, path: string, bytes: Uint8Array, offset: number, headers = {}) =>
    app.fetchAs(person, path, { method: 'PATCH', body: bytes as BodyInit, headers: { ...PATCH, 'Upload-Offset': `${offset}`, ...headers } });
  const finalize = (person: TestPerson, videoURL: string) => person.call<FinalizeAnswer>('PUT', '/api/videos/finalize', { videoURL });

  test('a video sent by tus in two pieces is finalised, bound to its bytes, and served as it came', async () => {
    const film = mp4({ size: 300_000 });
    const path = await openUpload(ann, { size: film.length, type: 'video/mp4', name: 'sit.mp4' });

    const first = await patch(ann, path, film.subarray(0, 100_000), 0);
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '100000']);
    const head = await app.fetchAs(ann, path, { method: 'HEAD', headers: TUS });
    expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([200, '100000', '300000']);
    expect((await finalize(ann, path)).status).toBe(409);
    expect((await patch(ann, path, film.subarray(100_000), 100_000)).status).toBe(204);

    const { status, body } = await finalize(ann, `https://elsewhere.example${path}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      objectPath: expect.stringMatching(/^\/objects\/[\w-]{43}$/),
      mediaType: 'video/mp4',
      size: film.length,
      sha256: sha256(film),
    });
    expect((await finalize(ann, path)).body).toEqual(body);

    const served = await app.fetchAs(ann, body.objectPath);
    expect(Buffer.from(await served.arrayBuffer()).equals(film)).toBe(true);
  });

  test('takes one plain PUT, with a length or without, and starts over when it is repeated', async () => {
    const film = mp4({ size: 50_000, seed: 2 });
    const other = mp4({ size: 60_000, seed: 3 });
    const path = await openUpload(ann);
    expect((await app.fetchAs(ann, path, { method: 'PUT', body: other as BodyInit })).status).toBe(200);
    expect((await app.fetchAs(ann, path, { method: 'PUT', body: other as BodyInit })).status).toBe(200);
    expect((await finalize(ann, path)).body.sha256).toBe(sha256(other));

    const chunked = await openUpload(ann);
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(film.subarray(0, 20_000)));
        controller.enqueue(new Uint8Array(film.subarray(20_000)));
        controller.close();
      },
    });
    expect((await app.fetchAs(ann, chunked, { method: 'PUT', body })).status).toBe(200);
    expect((await finalize(ann, chunked)).body.sha256).toBe(sha256(film));
  });

  test('an upload and its finalize are for its owner alone', async () => {
    const film = mp4();
    const path = await openUpload(ann, { size: film.length });
    expect((await app.fetchAs(bob, path, { method: 'HEAD', headers: TUS })).status).toBe(404);
    expect((await patch(bob, path, film, 0)).status).toBe(404);
    expect((await app.fetchAs(bob, path, { method: 'PUT', body: film as BodyInit })).status).toBe(404);
    expect((await app.fetchAs(bob, path, { method: 'DELETE', headers: TUS })).status).toBe(404);
    expect((await patch(ann, path, film, 0)).status).toBe(204);
    expect((await finalize(bob, path)).status).toBe(404);
    expect((await finalize(ann, path)).status).toBe(200);
    expect((await finalize(bob, path)).status).toBe(404);
    expect((await app.fetchAs(null, path, { method: 'HEAD', headers: TUS })).status).toBe(401);
  });
});
