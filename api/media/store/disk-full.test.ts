import { rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeOnBothDatabases } from '../../testing/describe-on-both-databases.ts';
import { createListeningApp } from '../../testing/listening-app.ts';
import { mp4, sha256 } from '../../testing/sample-media.ts';
import { idOf } from '../../testing/stored-media.ts';
import { finalizeAs, openUploadAs, patchAs } from '../../testing/upload-as.ts';

const bodyOf = (bytes: Uint8Array) => bytes as BodyInit;
const inWords = { code: 'storage_full', message: 'The server has no space left. Your upload is kept and continues when there is space.' };

// /dev/full simulates a small disk, which not every machine may mount.
describeOnBothDatabases('a server whose disk is full', (open) => {
  test('answers 507, keeps the received bytes, and resumes when there is room', async () => {
    const app = await createListeningApp(await open());
    const ann = await app.signIn('ann@example.org', { beta: true });
    const film = mp4({ size: 500_000 });
    const path = await openUploadAs(ann, { size: film.length });
    expect((await patchAs(app, ann, path, bodyOf(film.subarray(0, 200_000)), 0)).status).toBe(204);

    // /dev/full replaces the file; the original is kept beside it.
    const file = join(app.services.env.dataDir, 'media/uploads', idOf(path));
    await rename(file, `${file}.aside`);
    await symlink('/dev/full', file);
    const full = await patchAs(app, ann, path, bodyOf(film), 0);
    expect(full.status).toBe(507);
    expect(await full.json()).toMatchObject(inWords);
    await rm(file);
    await rename(`${file}.aside`, file);

    expect((await patchAs(app, ann, path, bodyOf(film.subarray(200_000)), 200_000)).status).toBe(204);
    expect((await finalizeAs(ann, path)).body.sha256).toBe(sha256(film));
    await app.close();
  });
});
