import { type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { leases } from '../db/tables/replicas.ts';
import type { TestPerson } from '../testing/create-test-app.ts';
import { describeOnStores, describeOnStoresWithPostgres } from '../testing/describe-on-stores.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { mp4, noise, png, sha256 } from '../testing/sample-media.ts';
import { arrivedOf, bytesOfUpload, idOf, storedObjects } from '../testing/stored-media.ts';
import { finalizeAs, offsetAs, openUploadAs, patchAs, putAs, TUS_HEADERS } from '../testing/upload-as.ts';
import { finalizeUpload } from './uploads/finalize.ts';
import type { UploadLocker } from './uploads/upload-locker.ts';

/** A PATCH whose connection stays open. */
function openPatch(app: ListeningApp, person: TestPerson, path: string, length: number): ClientRequest {
  const patch = request(new URL(path, app.origin), {
    method: 'PATCH',
    headers: {
      cookie: app.cookieOf(person),
      ...TUS_HEADERS,
      'Upload-Offset': 0,
      'Content-Type': 'application/offset+octet-stream',
      'Content-Length': length,
    },
  });
  return patch.on('error', () => {});
}

describeOnStores('an upload', (open) => {
  let app: ListeningApp;
  let ann: TestPerson;
  beforeAll(async () => {
    app = await createListeningApp(await open());
    ann = await app.signIn('ann@example.org', { beta: true });
  });
  afterAll(() => app.close());

  test('is taken over at once from a hanging connection, whose later bytes are ignored', async () => {
    const film = mp4({ size: 12_000_000 });
    const path = await openUploadAs(ann, { size: film.length });
    const hanging = openPatch(app, ann, path, film.length);
    hanging.write(film.subarray(0, 9_000_000));
    await expect.poll(() => arrivedOf(app.services.media.store, path)).toBeGreaterThan(8_000_000);

    const offset = await offsetAs(app, ann, path);
    expect(offset).toBeGreaterThan(8_000_000);
    hanging.write(noise(500_000, 77));
    expect(await offsetAs(app, ann, path)).toBe(offset);
    expect((await patchAs(app, ann, path, film.subarray(offset) as BodyInit, offset)).status).toBe(204);
    hanging.destroy();
    expect((await finalizeAs(ann, path)).body.sha256).toBe(sha256(film));
    expect(await app.services.db.select().from(leases)).toEqual([]);
  });

  test.for([
    { what: 'film', file: mp4({ size: 90_000 }) },
    { what: 'picture', file: png(40, 40) },
  ])('becomes one $what when two processes finalize it at once, one with a lost lease', async ({ file }) => {
    const path = await openUploadAs(ann);
    expect((await putAs(app, ann, path, file as BodyInit)).status).toBe(200);
    const { store } = app.services.media;
    const before = (await storedObjects(store)).length;
    const locker = { hold: (_id: string, work: (wanted: AbortSignal) => unknown) => work(new AbortController().signal) } as UploadLocker;
    // Both have read the bytes before either writes its row.
    let arrived = 0;
    let meet = () => {};
    const met = new Promise<void>((resolve) => (meet = resolve));
    const waitingStore = {
      ...store,
      openUpload: async (id: string) => {
        const source = await store.openUpload(id);
        arrived += 1;
        if (arrived === 2) meet();
        await met;
        return source;
      },
    };
    const services = { ...app.services, store: waitingStore, locker };
    const [first, second] = await Promise.all([0, 1].map(() => finalizeUpload(services, ann.userId, idOf(path))));
    expect(second).toEqual(first);
    expect((await finalizeAs(ann, path)).body).toEqual(first);
    expect(await storedObjects(store)).toHaveLength(before + 1);
    expect((await app.fetchAs(ann, first!.objectPath)).status).toBe(200);
  });
});

describeOnStoresWithPostgres('uploads between two replicas', (open) => {
  let one: ListeningApp;
  let two: ListeningApp;
  let ann: TestPerson;
  beforeAll(async () => {
    const database = await open();
    one = await createListeningApp(database);
    two = await createListeningApp(database, { dataDir: one.services.env.dataDir });
    ann = await one.signIn('ann@example.org', { beta: true });
  });
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  test('resume on the other replica before the first one knows that the connection is dead', async () => {
    const film = mp4({ size: 12_000_000 });
    const path = await openUploadAs(ann, { size: film.length });
    const hanging = openPatch(one, ann, path, film.length);
    hanging.write(film.subarray(0, 9_000_000));
    await expect.poll(() => arrivedOf(one.services.media.store, path)).toBeGreaterThan(8_000_000);

    const offset = await offsetAs(two, ann, path);
    expect(offset).toBeGreaterThan(8_000_000);
    hanging.write(noise(300_000, 5));
    expect((await patchAs(two, ann, path, film.subarray(offset) as BodyInit, offset)).status).toBe(204);
    hanging.destroy();
    expect((await finalizeAs(ann, path)).body.sha256).toBe(sha256(film));
  });

  test('with different concurrent bytes have one winner, and bytes are never mixed', async () => {
    const size = 3_000_000;
    for (let round = 0; round < 5; round++) {
      const path = await openUploadAs(ann, { size });
      const answers = await Promise.all([
        patchAs(one, ann, path, new Uint8Array(size).fill(0xaa), 0),
        patchAs(two, ann, path, new Uint8Array(size).fill(0xbb), 0),
        patchAs(one, ann, path, new Uint8Array(size).fill(0xcc), 0),
      ]);
      // A request that yielded keeps what it had received, possibly nothing. After partial bytes, the others have a
      // wrong offset.
      const come = answers.map(({ status, headers }) =>
        status === 204 ? Number(headers.get('upload-offset')) : status === 409 ? 0 : Number.NaN,
      );
      expect(come.toSorted((a, b) => a - b)).toEqual([0, 0, expect.toSatisfy((bytes: number) => bytes > 0)]);
      const first = come.findIndex((bytes) => bytes > 0);
      const winner = [0xaa, 0xbb, 0xcc][first]!;
      const kept = come[first]!;
      expect(await arrivedOf(two.services.media.store, path)).toBe(kept);
      if (kept < size) expect((await patchAs(two, ann, path, new Uint8Array(size - kept).fill(winner), kept)).status).toBe(204);
      const written = await bytesOfUpload(one.services.media.store, path);
      expect(written).toHaveLength(size);
      expect([...new Set(written)]).toEqual([winner]);
    }
  });

  test('complete twenty uploads that switch replicas with every piece', async () => {
    const films = Array.from({ length: 20 }, (_, index) => mp4({ size: 200_000 + index * 1_000, seed: index + 1 }));
    const hashes = await Promise.all(
      films.map(async (film, index) => {
        const path = await openUploadAs(ann, { size: film.length });
        for (let offset = 0, hop = index; offset < film.length; hop++) {
          const end = Math.min(offset + 50_000, film.length);
          const { status } = await patchAs(hop % 2 ? one : two, ann, path, film.subarray(offset, end) as BodyInit, offset);
          expect(status).toBe(204);
          offset = end;
        }
        return (await finalizeAs(ann, path)).body.sha256;
      }),
    );
    expect(hashes).toEqual(films.map(sha256));
  });
});
