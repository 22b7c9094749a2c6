import { afterAll, beforeAll, expect, test } from 'vitest';
import { objects } from '../db/tables/media.ts';
import { describeOnStores } from '../testing/describe-on-stores.ts';
import { createListeningApp } from '../testing/listening-app.ts';
import { MEDIA_ATTACKS, type Scene } from '../testing/media-attacks.ts';
import { mp4 } from '../testing/sample-media.ts';
import { problemsOf } from '../testing/stored-media.ts';
import { finalizeAs, openUploadAs, putAs } from '../testing/upload-as.ts';

describeOnStores('attacks on media', (open) => {
  let scene: Scene;
  beforeAll(async () => {
    const app = await createListeningApp(await open());
    const [ann, bob] = [await app.signIn('ann@example.org', { beta: true }), await app.signIn('bob@example.org', { beta: true })];
    const filmBytes = mp4({ size: 200_000 });
    const finished = await openUploadAs(ann);
    await putAs(app, ann, finished, filmBytes as BodyInit);
    const { body } = await finalizeAs(ann, finished);
    scene = { app, ann, bob, cat: await app.signIn('cat@example.org'), film: body.objectPath, filmBytes, finished };
  });
  afterAll(() => scene.app.close());

  test.for(MEDIA_ATTACKS)('%s: %s', async ([, answer, attack]) => {
    expect(await attack(scene)).toBe(answer);
  });

  test('store no objects but the three harmless files among them, and leave the film unchanged', async () => {
    const { app, ann, film, filmBytes } = scene;
    expect(await problemsOf(app.services.db, app.services.media.store)).toEqual([]);
    expect(await app.services.db.select().from(objects)).toHaveLength(4);
    const served = await app.fetchAs(ann, film);
    expect(Buffer.from(await served.arrayBuffer()).equals(filmBytes)).toBe(true);
  });
});
