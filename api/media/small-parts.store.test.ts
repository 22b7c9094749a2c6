import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '../testing/create-test-app.ts';
import { describeOnStores } from '../testing/describe-on-stores.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { mp4, sha256 } from '../testing/sample-media.ts';
import { finalizeAs, openUploadAs, patchAs } from '../testing/upload-as.ts';

const PART = 1_048_576;
/** Three parts of a bucket and a rest. `SMALL_PARTS_MB=500` measures a long film. */
const MEGABYTES = Number(process.env['SMALL_PARTS_MB'] ?? 19);

describeOnStores('a film behind a proxy with a limit of 1 MB', (open) => {
  let app: ListeningApp;
  let ann: TestPerson;
  beforeAll(async () => {
    app = await createListeningApp(await open());
    ann = await app.signIn('ann@example.org', { beta: true });
  });
  afterAll(() => app.close());

  test(
    'arrives whole, although an object store takes no parts below 5 MB',
    async () => {
      const film = mp4({ size: MEGABYTES * PART + 1_000 });
      const path = await openUploadAs(ann, { size: film.length, type: 'video/mp4' });
      const began = performance.now();
      for (let at = 0; at < film.length; at += PART) {
        const { status } = await patchAs(app, ann, path, new Uint8Array(film.subarray(at, at + PART)), at);
        expect([at, status]).toEqual([at, 204]);
      }
      const seconds = (performance.now() - began) / 1_000;
      if (process.env['SMALL_PARTS_MB']) console.info(`${MEGABYTES} MB in parts of 1 MB: ${seconds.toFixed(1)} s`);
      expect((await finalizeAs(ann, path)).body).toMatchObject({ size: film.length, sha256: sha256(film) });
    },
    60_000 + MEGABYTES * 1_000,
  );
});
