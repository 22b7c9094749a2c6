import { createHash } from 'node:crypto';
import { rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { mp4, png } from '../testing/sample-media.ts';
import { openSmallDisk, type SmallDisk, whereDisksCanBeMounted } from '../testing/small-disk.ts';
import { arrivedOf, idOf } from '../testing/stored-media.ts';
import { finalizeAs, openUploadAs, patchAs, putAs, uploadAs } from '../testing/upload-as.ts';

const MEGABYTE = 1_048_576;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bodyOf = (bytes: Uint8Array) => bytes as BodyInit;
const inWords = { code: 'storage_full', message: 'The server has no room left. Your upload is kept and goes on when there is room.' };

describeOnBothDatabases('a server whose disk is full', (open) => {
  test('answers 507, keeps what has come, and goes on where it was when there is room', async () => {
    const app = await createListeningApp(await open());
    const ann = await app.signIn('ann@example.org', { beta: true });
    const film = mp4({ size: 500_000 });
    const path = await openUploadAs(ann, { size: film.length });
    expect((await patchAs(app, ann, path, bodyOf(film.subarray(0, 200_000)), 0)).status).toBe(204);

    // A device that is always full stands in for the file; what was there waits beside it.
    const file = join(app.services.env.dataDir, 'media/uploads', idOf(path));
    await rename(file, `${file}.aside`);
    await symlink('/dev/full', file);
    const full = await patchAs(app, ann, path, bodyOf(film), 0);
    expect([full.status, await full.json()]).toMatchObject([507, inWords]);
    await rm(file);
    await rename(`${file}.aside`, file);

    expect((await patchAs(app, ann, path, bodyOf(film.subarray(200_000)), 200_000)).status).toBe(204);
    expect((await finalizeAs(ann, path)).body.sha256).toBe(sha256(film));
    await app.close();
  });
});

whereDisksCanBeMounted(() => {
  describeOnBothDatabases('a server on a disk of two megabytes', (open) => {
    let disk: SmallDisk;
    let app: ListeningApp;
    let ann: TestPerson;
    beforeEach(async () => {
      disk = openSmallDisk(2 * MEGABYTE);
      app = await createListeningApp(await open(), { dataDir: disk.folder });
      ann = await app.signIn('ann@example.org', { beta: true });
    });
    afterEach(async () => {
      await app.close();
      disk.close();
    });

    describe('takes what fits of a film of five', () => {
      test('by tus, is asked again in vain, and has the rest when the disk has grown', async () => {
        const film = mp4({ size: 5 * MEGABYTE });
        const path = await openUploadAs(ann, { size: film.length });
        const full = await patchAs(app, ann, path, bodyOf(film), 0);
        expect([full.status, await full.json()]).toMatchObject([507, inWords]);
        const kept = await arrivedOf(app.services.media.store, path);
        expect(kept).toBeGreaterThan(MEGABYTE);

        expect((await patchAs(app, ann, path, bodyOf(film.subarray(kept)), kept)).status).toBe(507);
        expect(await arrivedOf(app.services.media.store, path)).toBe(kept);
        expect((await finalizeAs(ann, path)).status).toBe(409);

        disk.resize(16 * MEGABYTE);
        expect((await patchAs(app, ann, path, bodyOf(film.subarray(kept)), kept)).status).toBe(204);
        const { status, body } = await finalizeAs(ann, path);
        expect([status, body.sha256]).toEqual([200, sha256(film)]);
        const served = Buffer.from(await (await app.fetchAs(ann, body.objectPath)).arrayBuffer());
        expect(sha256(served)).toBe(sha256(film));
      });

      test('by one PUT, which is sent again when the disk has grown', async () => {
        const film = mp4({ size: 5 * MEGABYTE });
        const path = await openUploadAs(ann, { size: film.length });
        const full = await putAs(app, ann, path, bodyOf(film));
        expect([full.status, await full.json()]).toMatchObject([507, inWords]);
        disk.resize(16 * MEGABYTE);
        expect((await putAs(app, ann, path, bodyOf(film))).status).toBe(200);
        expect((await finalizeAs(ann, path)).body.sha256).toBe(sha256(film));
      });
    });

    test('keeps a picture that has come, when there is no room for it encoded anew', async () => {
      // Grey from end to end is next to nothing as PNG, and 17 KB and more as JPEG.
      const picture = png(2_000, 1_000);
      const path = await openUploadAs(ann, { size: picture.length });
      expect((await putAs(app, ann, path, bodyOf(picture))).status).toBe(200);
      const filler = await openUploadAs(ann);
      expect((await putAs(app, ann, filler, bodyOf(new Uint8Array(2 * MEGABYTE)))).status).toBe(507);

      const full = await finalizeAs(ann, path);
      expect([full.status, full.body]).toMatchObject([507, inWords]);
      disk.resize(8 * MEGABYTE);
      expect((await finalizeAs(ann, path)).status).toBe(200);
      expect((await uploadAs(app, ann, mp4())).status).toBe(200);
    });
  });
});
