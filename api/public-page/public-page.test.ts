import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { objects } from '../db/tables/media.ts';
import { deriveAll } from '../media/derived/derive.ts';
import { APP_PAGE, APP_PAGE_ONLY } from '../testing/app-page.ts';
import { countQueries, type Counted } from '../testing/count-queries.ts';
import type { TestPerson } from '../testing/create-test-app.ts';
import { describeOnBothDatabases } from '../testing/describe-on-both-databases.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { heic, mp4, png } from '../testing/sample-media.ts';
import { uploadAs } from '../testing/upload-as.ts';

const ORIGIN = 'https://longline.example';
const UNKNOWN_ID = '0197f3c2-0000-4000-8000-000000000000';

describeOnBothDatabases('the public link of a session', (open) => {
  const film = mp4({ size: 50_000 });
  let app: ListeningApp;
  let counted: Counted;
  let anna: TestPerson;
  let videoUrl: string;
  let thumbnailUrl: string;
  let dogImage: string;
  let face: string;

  beforeAll(async () => {
    const database = await open();
    counted = countQueries(database.db);
    app = await createListeningApp(database, { publicUrl: ORIGIN }, APP_PAGE_ONLY);
    anna = await app.signIn('anna@example.org', { beta: true });
    [videoUrl, thumbnailUrl, dogImage, face] = [
      await uploaded(film),
      await uploaded(png(90, 160)),
      await uploaded(png(20, 20)),
      await uploaded(png(30, 30)),
    ];
    await anna.call('PATCH', '/api/users/profile', { firstName: 'Anna', lastName: 'Secret', bio: 'Secret bio', profileImageUrl: face });
  });
  afterAll(() => app.close());

  const uploaded = async (bytes: Uint8Array) => (await uploadAs(app, anna, bytes)).body.objectPath;
  const log = async (fields: object) => (await anna.call<{ id: string }>('POST', '/api/videos', fields)).body.id;
  const share = async (id: string) => expect((await anna.call('POST', `/api/videos/${id}/share`)).status).toBe(200);
  const shared = async (fields: object) => {
    const id = await log(fields);
    await share(id);
    return id;
  };
  const visit = (path: string, person: TestPerson | null = null, headers: Record<string, string> = {}) =>
    app.fetchAs(person, path, { headers: { accept: 'text/html,*/*;q=0.8', ...headers } });
  const pageOf = async (id: string) => (await visit(`/video/${id}`)).text();
  /** Everything except the request id and the time, for comparing answers. */
  const whole = async (answer: Response) => [
    answer.status,
    Object.fromEntries([...answer.headers].filter(([name]) => !['x-request-id', 'date'].includes(name))),
    await answer.text(),
  ];
  const metaOf = (page: string) =>
    Object.fromEntries(
      [...page.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"/g)].map(([, name, content]) => [name, content]),
    );

  it('shows everyone the session without its owner, and loads the video only when played', async () => {
    const { body: dog } = await anna.call<{ id: string }>('POST', '/api/dogs', {
      name: 'Fen',
      breed: 'Secret breed',
      birthdate: '2021-04-02',
      notes: 'Secret notes',
      image: dogImage,
    });
    const id = await shared({
      title: 'Send-away <30 m> & "back"',
      description: 'Straight, 4/5.\nWind from left.',
      dogId: dog.id,
      weather: 'Secret weather',
      surface: 'Secret surface',
      place: 'Secret place',
      videoUrl,
      thumbnailUrl,
      trainedAt: '2026-11-20T14:22:00Z',
      trainedZone: 'Europe/London',
    });
    await anna.call('POST', `/api/videos/${id}/comments`, { content: 'Secret comment' });
    const answer = await visit(`/video/${id}`);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=UTF-8',
      'no-store',
    ]);
    const page = await answer.text();
    expect(page).toContain('<title>Send-away &lt;30 m&gt; &amp; &quot;back&quot; · Longline</title>');
    expect(page).toContain('<h1>Send-away &lt;30 m&gt; &amp; &quot;back&quot;</h1>');
    expect(page).toContain('Straight, 4/5.\nWind from left.');
    expect(page).toContain('<b>Fen</b>');
    expect(page).toMatch(/Friday 20 November 2026 at 14:22|Friday, 20 November 2026 at 14:22/);
    // The space has the shape of the poster, and the video loads only when played.
    expect(page).toMatch(
      new RegExp(
        `<a class="poster" href="${videoUrl}" aria-label="Play video: Send-away &lt;30 m&gt; &amp; &quot;back&quot;"><img class="media" width="90" height="160" src="${thumbnailUrl}/w960" alt="" fetchpriority="high"`,
      ),
    );
    expect(page).toMatch(
      new RegExp(
        `<noscript><video class="media" width="90" height="160"[^>]* controls[^>]* preload="none" poster="${thumbnailUrl}/w960"><source src="${videoUrl}"`,
      ),
    );
    for (const secret of ['Secret', 'Anna', anna.userId, anna.email, dogImage, face, dog.id, 'comment'])
      expect(page, secret).not.toContain(secret);
    const api = await app.fetchAs(null, `/api/videos/${id}/share`);
    expect(await api.json()).toEqual({
      id,
      title: 'Send-away <30 m> & "back"',
      description: 'Straight, 4/5.\nWind from left.',
      dogName: 'Fen',
      results: [],
      videoUrl,
      thumbnailUrl,
      mediaType: 'video/mp4',
      derived: [],
      trainedAt: '2026-11-20T14:22:00.000Z',
      trainedZone: 'Europe/London',
    });
  });

  it('shows the results only if the owner wants it, without moments, latencies and undone reps', async () => {
    const id = await shared({ title: 'Send-away' });
    const count = async (set: object) => (await anna.call<{ id: string }>('POST', '/api/sets', { videoId: id, ...set })).body.id;
    const tapped = [
      'aaaaaaa1 hit at mhq2k9zs took rs',
      'aaaaaaa2 miss at mhq2k9zt',
      'aaaaaaa3 helped at mhq2k9zu',
      'aaaaaaa4 hit at mhq2k9zv',
    ];
    await count({ exercise: 'Send-away', distanceM: 30, hitMeans: 'Secret text', reps: tapped, struck: ['aaaaaaa4'], position: 0 });
    await count({ exercise: 'Down <in motion>', reps: ['bbbbbbb1 hit'], position: 1 });
    await count({ exercise: 'Not counted', position: 2 });
    const gone = await count({ exercise: 'Deleted', reps: ['ccccccc1 hit'], position: 3 });
    expect((await anna.call('DELETE', `/api/sets/${gone}`)).status).toBe(200);
    const results = async () => ((await (await app.fetchAs(null, `/api/videos/${id}/share`)).json()) as { results: unknown }).results;
    const show = async (showsResults: boolean) =>
      expect((await anna.call('PATCH', `/api/videos/${id}`, { showsResults })).status).toBe(200);

    expect(await results()).toEqual([]);
    expect(await pageOf(id)).not.toContain('Results');

    await show(true);
    const none = { distanceM: null, durationS: null, count: null, countWord: null, distraction: null };
    expect(await results()).toEqual([
      { ...none, exercise: 'Send-away', distanceM: 30, kinds: ['hit', 'miss', 'helped'], typed: 0 },
      { ...none, exercise: 'Down <in motion>', kinds: ['hit'], typed: 1 },
    ]);
    const page = await pageOf(id);
    expect(page).toContain(
      '<li><span dir="auto">30 m</span><span class="reps" role="img" aria-label="1 of 3: hit, miss, helped"><i class="hit"></i><i class="miss"></i><i class="helped"></i></span><b>1/3</b></li>',
    );
    expect(page).toContain('<span dir="auto">Down &lt;in motion&gt;</span><span class="reps typed" role="img" aria-label="1 of 1, typed">');
    for (const hidden of ['Secret', 'Not counted', 'Deleted', 'aaaaaaa']) expect(page, hidden).not.toContain(hidden);

    await show(false);
    expect(await results()).toEqual([]);
    await show(true);
    expect((await anna.call('DELETE', `/api/videos/${id}/share`)).status).toBe(200);
    expect((await app.fetchAs(null, `/api/videos/${id}/share`)).status).toBe(404);
  });

  it('has no scripts except the theme’s and the player’s, and its policy allows no others', async () => {
    const answer = await visit(`/video/${await shared({ title: 'Recall', videoUrl, thumbnailUrl })}`);
    const page = await answer.text();
    const scriptsOf = (html: string) => [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script = '']) => script);
    expect(scriptsOf(page)).toHaveLength(2);
    expect(scriptsOf(page).join('').length).toBeLessThan(600);
    expect(scriptsOf(await pageOf(await shared({ title: 'Rest day' })))).toHaveLength(1);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'; script-src 'self'( 'sha256-[\w+/]+={0,2}'){2}; style-src 'self' 'sha256-[\w+/]+={0,2}'/);
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(page).not.toMatch(/ style=| on[a-z]+=/);
  });

  it('fills the preview tags with absolute URLs', async () => {
    const id = await shared({
      title: 'Blind "6"',
      description: ` 11 barks,\n\n clean. ${'Paid for stillness. '.repeat(20)}`,
      videoUrl,
      thumbnailUrl,
    });
    const page = await pageOf(id);
    const description = expect.stringMatching(/^11 barks, clean\. Paid for stillness\..{100,180}…$/);
    expect(metaOf(page)).toEqual({
      'og:site_name': 'Longline',
      'og:type': 'video.other',
      'og:title': 'Blind &quot;6&quot;',
      'og:description': description,
      'og:url': `${ORIGIN}/video/${id}`,
      'og:locale': 'en_GB',
      'og:image': `${ORIGIN}${thumbnailUrl}/w960`,
      'og:image:alt': 'Blind &quot;6&quot;',
      'og:image:width': '90',
      'og:image:height': '160',
      'og:video': ORIGIN + videoUrl,
      'og:video:type': 'video/mp4',
      'twitter:card': 'summary_large_image',
      'twitter:title': 'Blind &quot;6&quot;',
      'twitter:description': description,
      'twitter:image': `${ORIGIN}${thumbnailUrl}/w960`,
      'twitter:image:alt': 'Blind &quot;6&quot;',
    });
    // Visitors can load the URLs in the tags.
    expect((await visit(`${thumbnailUrl}/w960`)).headers.get('content-type')).toMatch(/^image\//);
  });

  it.each([
    { what: 'a HEIC', bytes: heic(), asUploaded: {} },
    { what: 'a picture stored as uploaded', bytes: png(90, 160), asUploaded: { servedSha256: sql`sha256` } },
  ])('reads no size from bytes that the server did not encode: $what', async ({ bytes, asUploaded }) => {
    const { db, media } = app.services;
    const picture = await uploaded(bytes);
    const [stored] = await db.select().from(objects).where(eq(objects.path, picture));
    await db
      .update(objects)
      .set({ ...stored, ...asUploaded })
      .where(eq(objects.path, picture));
    const id = await shared({ title: 'Course map', videoUrl: picture });
    const read = vi.spyOn(media.store, 'readObject');
    const page = await pageOf(id);
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
    expect(page).toContain('alt="Picture: Course map"');
    expect(metaOf(page)).not.toHaveProperty('og:image:width');
  });

  it('shows narrow copies of a picture, and the full picture on request, until the link is off', async () => {
    const photo = await uploaded(
      await sharp({ create: { width: 2_000, height: 1_000, channels: 3, background: '#0e5a42' } })
        .jpeg()
        .toBuffer(),
    );
    const id = await shared({ title: 'Course map', videoUrl: photo });
    await deriveAll({ ...app.services, store: app.services.media.store, ffmpeg: null }, 'pictures', new AbortController().signal);
    const page = await pageOf(id);
    expect(page).toMatch(
      new RegExp(
        `<img class="media" width="960" height="480" src="${photo}/w960" srcset="${photo}/w480 480w, ${photo}/w960 960w" sizes="[^"]+" alt="Picture: Course map"`,
      ),
    );
    expect(page).toMatch(new RegExp(`<a class="quiet" href="${photo}">Open the full picture</a>`));
    expect(metaOf(page)).toMatchObject({
      'og:image': `${ORIGIN}${photo}/w960`,
      'og:image:width': '960',
      'og:image:height': '480',
      'twitter:image': `${ORIGIN}${photo}/w960`,
    });
    const [full, narrow, old] = await Promise.all([
      visit(photo),
      visit(`${photo}/w960`),
      visit(`${photo}/w960`, null, { accept: 'image/png,image/jpeg' }),
    ]);
    for (const [answer, type] of [
      [full, 'image/jpeg'],
      [narrow, 'image/webp'],
      [old, 'image/jpeg'],
    ] as const) {
      expect(answer.status, answer.url).toBe(200);
      expect(answer.headers.get('content-type'), answer.url).toBe(type);
    }
    const etag = narrow.headers.get('etag') ?? '';
    expect((await visit(`${photo}/w960`, null, { 'if-none-match': etag })).status).toBe(304);
    await anna.call('DELETE', `/api/videos/${id}/share`);
    for (const path of [photo, `${photo}/w480`, `${photo}/w960`])
      expect((await visit(path, null, { 'if-none-match': etag })).status, path).toBe(404);
  });

  it('works for sessions with a picture, without media, and with a video that is not uploaded yet', async () => {
    const trainedAt = '2026-11-20T23:30:00Z';
    const picture = await pageOf(await shared({ title: 'Course map', videoUrl: thumbnailUrl, thumbnailUrl }));
    expect(picture).toMatch(
      new RegExp(
        `<img class="media" width="90" height="160" src="${thumbnailUrl}/w960" srcset="[^"]+" sizes="[^"]+" alt="Picture: Course map"`,
      ),
    );
    expect(metaOf(picture)['og:type']).toBe('article');
    const words = await pageOf(await shared({ title: 'Rest day', trainedAt, trainedZone: 'Europe/Berlin' }));
    expect(words).not.toMatch(/<video|<img|og:image/);
    expect(metaOf(words)).toMatchObject({ 'og:description': 'Training session, 21 November 2026', 'twitter:card': 'summary' });
    const { body: dog } = await anna.call<{ id: string }>('POST', '/api/dogs', { name: 'Fen', breed: 'Collie', birthdate: '2021-04-02' });
    const fens = await pageOf(await shared({ title: 'Rest day', dogId: dog.id, trainedAt, trainedZone: 'Europe/London' }));
    expect(metaOf(fens)['og:description']).toBe('Training session with Fen, 20 November 2026');
    const paws = await pageOf(await shared({ title: 'Paws', description: `a${'🐕‍🦺'.repeat(300)}` }));
    expect(metaOf(paws)['og:description']).toBe(`a${'🐕‍🦺'.repeat(199)}…`);
    expect(await pageOf(await shared({ title: 'On its way', thumbnailUrl }))).toContain('This session’s video hasn’t been uploaded yet.');
    expect(await pageOf(await shared({ title: 'No poster', videoUrl }))).toMatch(/<video class="media no-size"[^>]* preload="metadata"/);
  });

  it('serves media with ranges, and answers 404 once the link is off', async () => {
    const id = await shared({ title: 'Tracking', videoUrl: await uploaded(film), thumbnailUrl: await uploaded(png(40, 30)) });
    const { videoUrl: clip, thumbnailUrl: poster } = (await (await visit(`/api/videos/${id}/share`)).json()) as {
      videoUrl: string;
      thumbnailUrl: string;
    };
    const part = await visit(clip, null, { range: 'bytes=100-199' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${film.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(film.subarray(100, 200))).toBe(true);
    const etag = part.headers.get('etag') ?? '';
    expect((await visit(clip, null, { 'if-none-match': etag })).status).toBe(304);
    await anna.call('DELETE', `/api/videos/${id}/share`);
    for (const path of [`/video/${id}`, `/api/videos/${id}/share`, clip, poster, `${poster}/w960`, `${poster}/w480`])
      expect((await visit(path)).status, path).toBe(404);
    // Cached copies do not appear either: the browser must revalidate, and gets 404.
    for (const path of [clip, `/video/${id}`])
      expect((await visit(path, null, { 'if-none-match': etag, range: 'bytes=100-199' })).status).toBe(404);
    await share(id);
    expect((await visit(`/video/${id}`)).status).toBe(200);
    await anna.call('DELETE', `/api/videos/${id}`);
    for (const path of [`/video/${id}`, clip]) expect((await visit(path)).status, path).toBe(404);
  });

  describe('while it is off', () => {
    let off: string;
    let withdrawn: string;
    let gone: string;
    let hiddenClip: string;
    let hiddenPoster: string;
    beforeAll(async () => {
      [hiddenClip, hiddenPoster] = [await uploaded(film), await uploaded(png(40, 30))];
      off = await log({ title: 'Private', videoUrl: hiddenClip, thumbnailUrl: hiddenPoster });
      withdrawn = await shared({ title: 'Switched off', videoUrl: hiddenClip, thumbnailUrl: hiddenPoster });
      await anna.call('DELETE', `/api/videos/${withdrawn}/share`);
      gone = await shared({ title: 'Deleted' });
      await anna.call('DELETE', `/api/videos/${gone}`);
    });

    /** Status, headers and body for a browser, a preview program and a HEAD request. */
    const answers = async (path: string) => {
      const asked = [{}, { 'user-agent': 'facebookexternalhit/1.1', accept: '*/*' }, { range: 'bytes=0-9', 'if-none-match': '*' }];
      const got = await Promise.all(asked.map(async (headers) => whole(await visit(path, null, headers))));
      const head = await fetch(app.origin + path, { method: 'HEAD' });
      return JSON.parse(JSON.stringify([...got, await whole(head)]).replaceAll(/\\"requestId\\":\\"[^"]+\\"/g, '')) as unknown;
    };
    const workOf = async (path: string) => {
      counted.restart();
      await visit(path);
      return counted.queries.map(({ sql, params }) => [sql, params.length]);
    };

    it('is indistinguishable from an unknown link by page, preview, call, media and the queries behind them', async () => {
      expect(await whole(await visit(`/video/${UNKNOWN_ID}`))).toMatchObject([
        404,
        { 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' },
        APP_PAGE,
      ]);
      const isTheSame = async (paths: readonly string[], never: string) => {
        const [expected, work] = [await answers(never), await workOf(never)];
        expect(work, never).toHaveLength(1);
        for (const path of paths) {
          expect(await answers(path), path).toEqual(expected);
          expect(await workOf(path), path).toEqual(work);
        }
      };
      const hidden = [off, withdrawn, gone];
      await isTheSame(
        hidden.map((id) => `/video/${id}`),
        `/video/${UNKNOWN_ID}`,
      );
      await isTheSame(
        hidden.map((id) => `/api/videos/${id}/share`),
        `/api/videos/${UNKNOWN_ID}/share`,
      );
      for (const form of ['', '/w480', '/w960', '/poster', '/compatible']) {
        await isTheSame([hiddenClip + form, hiddenPoster + form], `/objects/${'n'.repeat(43)}${form}`);
      }
      expect(await whole(await visit('/video/what-is-no-id'))).toEqual(await whole(await visit(`/video/${UNKNOWN_ID}`)));
    });
  });

  it('opens the app for people with beta access, and the shared page for signed-in people without it', async () => {
    const id = await shared({ title: 'Heelwork' });
    const hidden = await log({ title: 'Private' });
    const ben = await app.signIn('ben@example.org', { beta: true });
    const owen = await app.signIn('owen@example.org');
    for (const person of [anna, ben]) {
      for (const session of [id, hidden, UNKNOWN_ID]) {
        const answer = await visit(`/video/${session}`, person);
        expect([answer.status, await answer.text()]).toEqual([200, APP_PAGE]);
      }
    }
    expect(await (await visit(`/video/${id}`, owen)).text()).toContain('<h1>Heelwork</h1>');
    expect([(await visit(`/video/${hidden}`, owen)).status, await (await visit(`/video/${hidden}`, owen)).text()]).toEqual([200, APP_PAGE]);
    expect((await ben.call<{ title: string }>('GET', `/api/videos/${id}/share`)).body.title).toBe('Heelwork');
    expect((await ben.call('GET', `/api/videos/${id}`)).status).toBe(404);
  });
});
