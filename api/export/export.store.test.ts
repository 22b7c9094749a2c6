import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExportState } from '../contract/data-export.ts';
import type { Dog } from '../contract/entities/dog.ts';
import { friendships } from '../db/tables/people.ts';
import type { TestPerson } from '../testing/create-test-app.ts';
import { describeOnStores } from '../testing/describe-on-stores.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { dataExports } from '../db/tables/exports.ts';
import { objects } from '../db/tables/media.ts';
import { beginErasure } from '../erasure/begin-erasure.ts';
import { eraseAccount } from '../erasure/erase-account.ts';
import { objectNameOf } from '../media/store/object-names.ts';
import { logAs } from '../testing/await-derivation.ts';
import { noise, png, webm } from '../testing/sample-media.ts';
import { compareSums, unpackZip } from '../testing/unpack-export.ts';
import { uploadAs } from '../testing/upload-as.ts';
import { makeAll } from './exports.ts';
import { sweepExports } from './sweep-exports.ts';

const ALL = { films: true, partBytes: null };

describeOnStores('an export by the server', (open) => {
  let app: ListeningApp;
  let ann: TestPerson;
  let ben: TestPerson;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'longline-export-'));
    app = await createListeningApp(await open());
    [ann, ben] = [await app.signIn('ann@example.org', { beta: true }), await app.signIn('ben@example.org', { beta: true })];
    const accepted = { userId: ann.userId, friendId: ben.userId, status: 'accepted' as const, createdAt: app.clock.now };
    await app.services.db.insert(friendships).values({ id: app.services.newId(), ...accepted });
    await ann.call('PATCH', '/api/users/profile', { firstName: 'Ann', lastName: 'Marsh', bio: 'Two dogs & a van' });
    await ben.call('PATCH', '/api/users/profile', { firstName: 'Ben', lastName: 'Shaw' });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  const make = () => makeAll({ ...app.services, store: app.services.media.store }, new AbortController().signal);
  const state = async () => (await ann.call<ExportState>('GET', '/api/export')).body;
  /** Unpacks all parts into a new folder. @returns its path */
  async function unpacked(name: string, parts: number): Promise<string> {
    const to = join(folder, name);
    for (let part = 1; part <= parts; part += 1) {
      const answer = await app.fetchAs(ann, `/api/export/${part}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
      await unpackZip(new Uint8Array(await answer.arrayBuffer()), to);
    }
    return to;
  }
  async function notesLeft(): Promise<string[]> {
    const names: string[] = [];
    for await (const { name } of app.services.media.store.notes.list('exports')) names.push(name);
    return names;
  }
  const linesOf = (at: string, file: string) =>
    readFileSync(join(at, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it('holds everything of its person, and nothing of others but names and comments', async () => {
    const picture = (await uploadAs(app, ann, png(40, 30))).body.objectPath;
    const film = (await uploadAs(app, ann, webm())).body;
    const dog = (await ann.call<Dog>('POST', '/api/dogs', { name: 'Fly', breed: 'Collie', birthdate: '2021-04-03', image: picture })).body;
    const session = await logAs(ann, {
      title: 'Send-away: 30 m?',
      description: 'Straight <b>line</b>',
      dogId: dog.id,
      videoUrl: film.objectPath,
      trainedAt: '2026-11-20T09:30:00Z',
      trainedZone: 'Europe/London',
    });
    await ann.call('POST', '/api/sets', {
      videoId: session.id,
      exercise: 'Send-away',
      distanceM: 30,
      reps: ['rep00001 hit', 'rep00002 miss'],
    });
    const bens = await logAs(ben, { title: 'Title of Ben', description: 'Notes of Ben' });
    await ben.call('POST', `/api/videos/${session.id}/comments`, { content: 'Lovely line' });
    await ann.call('POST', `/api/videos/${session.id}/comments`, { content: 'Thank you' });
    await ann.call('POST', `/api/videos/${bens.id}/comments`, { content: 'Well done' });
    const gone = await logAs(ann, { title: 'Deleted one' });
    await ann.call('DELETE', `/api/videos/${gone.id}`);

    expect((await ann.call<ExportState>('POST', '/api/export', ALL)).body.export).toMatchObject({ state: 'preparing' });
    await make();
    const { export: made, filmBytes } = await state();
    expect([made?.state, made?.filesDone, made?.lost, filmBytes]).toEqual(['ready', 2, 0, film.size]);
    const at = await unpacked('all', 1);
    expect(compareSums(at).wrong).toEqual([]);

    expect(linesOf(at, 'data/profile.jsonl')).toMatchObject([{ firstName: 'Ann', bio: 'Two dogs & a van', profileImageUrl: null }]);
    expect(linesOf(at, 'data/dogs.jsonl')).toMatchObject([{ id: dog.id, name: 'Fly', image: 'media/dogs/Fly.jpg' }]);
    const videoUrl = 'media/2026-11-20 Send-away 30 m/film.webm';
    expect(linesOf(at, 'data/sessions.jsonl')).toMatchObject([{ id: session.id, dogId: dog.id, videoUrl, thumbnailUrl: null }]);
    expect(linesOf(at, 'data/sets.jsonl')).toMatchObject([{ exercise: 'Send-away', reps: ['rep00001 hit', 'rep00002 miss'] }]);
    expect(linesOf(at, 'data/comments.jsonl')).toMatchObject([{ content: 'Thank you', videoId: session.id }]);
    expect(linesOf(at, 'beside/comments.jsonl')).toMatchObject([{ author: 'Ben Shaw', content: 'Lovely line' }]);
    expect(linesOf(at, 'beside/comments-elsewhere.jsonl')).toMatchObject([{ content: 'Well done' }]);
    expect(linesOf(at, 'beside/partners.jsonl')).toEqual([{ name: 'Ben Shaw' }]);
    const kept = readFileSync(join(at, videoUrl));
    expect(createHash('sha256').update(kept).digest('hex')).toBe(film.sha256);

    const about = JSON.parse(readFileSync(join(at, 'longline.json'), 'utf8')) as { format: number; counts: object };
    expect(about).toMatchObject({ format: 1, films: true, lost: 0, counts: { profile: 1, dogs: 1, sessions: 1, sets: 1, comments: 1 } });
    const page = readFileSync(join(at, 'index.html'), 'utf8');
    expect(page).toContain('Straight &#60;b&#62;line&#60;/b&#62;');
    expect(page).toContain('src="media/2026-11-20%20Send-away%2030%20m/film.webm"');
    expect(readFileSync(join(at, 'csv/sessions.csv'), 'utf8')).toContain('2026-11-20,09:30,Europe/London,Fly,Send-away: 30 m?');
    expect(readdirSync(join(at, 'csv')).toSorted()).toEqual(['comments.csv', 'dogs.csv', 'sessions.csv', 'sets.csv']);

    const files = readdirSync(at, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    const everything = Buffer.concat(files.map((each) => readFileSync(join(each.parentPath, each.name))));
    for (const words of ['of Ben', 'ben@example.org', ben.userId, bens.id, 'Deleted one', '/objects/'])
      expect([words, everything.includes(words)]).toEqual([words, false]);
  });

  it('goes on where a download ended, in parts that unpack into one folder', async () => {
    const films = [];
    for (const seed of [1, 2, 3]) {
      const { objectPath } = (await uploadAs(app, ann, Buffer.concat([webm(), noise(700_000, seed)]))).body;
      films.push(Buffer.from(await (await app.fetchAs(ann, objectPath)).arrayBuffer()));
      await logAs(ann, { title: `Track ${seed}`, videoUrl: objectPath, trainedAt: '2026-11-21T09:00:00Z' });
    }
    // The API takes no parts as small as this.
    await app.services.exports.prepare(ann.userId, { films: true, partBytes: 1_000_000 });
    await make();
    const parts = (await state()).export?.parts ?? [];
    expect(parts.length).toBe(3);
    expect(Math.max(...parts)).toBeLessThanOrEqual(1_000_000);
    const whole = Buffer.from(await (await app.fetchAs(ann, '/api/export/2')).arrayBuffer());
    expect(whole.length).toBe(parts[1]);
    const head = await app.fetchAs(ann, '/api/export/2', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
      200,
      String(whole.length),
      'bytes',
    ]);
    const etag = head.headers.get('etag')!;
    for (const start of [0, 37, 350_000, whole.length - 30]) {
      const rest = await app.fetchAs(ann, '/api/export/2', { headers: { Range: `bytes=${start}-`, 'If-Range': etag } });
      expect([rest.status, Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(start))]).toEqual([206, true]);
    }
    const at = await unpacked('parts', 3);
    expect(compareSums(at).wrong).toEqual([]);
    for (const [place, film] of films.entries()) {
      expect(readFileSync(join(at, `media/2026-11-21 Track ${place + 1}/film.webm`)).equals(film)).toBe(true);
    }
    expect((await app.fetchAs(ann, '/api/export/4')).status).toBe(404);
    // The bytes of another export are not the rest of this one.
    await app.services.exports.prepare(ann.userId, ALL);
    expect((await app.fetchAs(ann, '/api/export/2')).status).toBe(404);
    await make();
    const other = await app.fetchAs(ann, '/api/export/1', { headers: { Range: 'bytes=37-', 'If-Range': etag } });
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, (await state()).export?.parts[0]]);
  });

  it('is no one else’s', async () => {
    for (const person of [ben, null]) {
      const answer = await app.fetchAs(person, '/api/export/1');
      expect(answer.status).toBe(person ? 404 : 401);
    }
    expect((await ben.call<ExportState>('GET', '/api/export')).body).toEqual({ filmBytes: 0, export: null });
  });

  it('leaves films out when asked to, and says which files the server has lost', async () => {
    await ann.call('POST', '/api/export', { films: false, partBytes: null });
    await make();
    const at = await unpacked('without', 1);
    expect(readdirSync(join(at, 'media'))).toEqual(['dogs']);
    expect(linesOf(at, 'data/sessions.jsonl')).toEqual(Array.from({ length: 4 }, () => expect.objectContaining({ videoUrl: null })));

    const { db, media } = app.services;
    const stored = await db.select().from(objects).where(eq(objects.ownerId, ann.userId));
    const [lost, damaged] = stored.filter(({ mediaType }) => mediaType === 'video/webm');
    await media.store.removeObject(objectNameOf(lost!.path));
    await media.store.writeObject(objectNameOf(damaged!.path), Buffer.from('only a part'));
    await ann.call('POST', '/api/export', ALL);
    await make();
    expect((await state()).export).toMatchObject({ state: 'ready', lost: 1, damaged: 1 });
    const damagedAt = await unpacked('damaged', 1);
    // What is left of a damaged film goes along, under the sum that it has now.
    expect(compareSums(damagedAt).wrong).toEqual([]);
    const videos = linesOf(damagedAt, 'data/sessions.jsonl').map(({ videoUrl }) => videoUrl as string | null);
    expect(videos.filter((path) => path === null)).toHaveLength(1);
    expect(videos.filter((path) => path !== null && readFileSync(join(damagedAt, path), 'utf8') === 'only a part')).toHaveLength(1);
    expect(app.errors).toHaveLength(2);
    app.errors.length = 0;
  });

  it('survives a restart, goes when its person discards it, and after its time', async () => {
    await ann.call('POST', '/api/export', ALL);
    // The server stops while the second film is read.
    const { services } = app;
    const stopping = new AbortController();
    let read = 0;
    const store = {
      ...services.media.store,
      readObject: (name: string) => {
        read += 1;
        if (read === 2) stopping.abort();
        return services.media.store.readObject(name);
      },
    };
    await services.db.update(objects).set({ wholeAt: null });
    await makeAll({ ...services, store }, stopping.signal);
    expect((await state()).export?.state).toBe('preparing');
    expect([read, await notesLeft()]).toEqual([2, []]);
    await makeAll({ ...services, store }, new AbortController().signal);
    expect((await state()).export?.state).toBe('ready');
    // The first film is not read again.
    expect(read).toBe(1 + (await state()).export!.filesTotal);
    expect((await notesLeft()).length).toBeGreaterThan(10);
    await ann.call('DELETE', '/api/export');
    expect([(await state()).export, await notesLeft(), (await app.fetchAs(ann, '/api/export/1')).status]).toEqual([null, [], 404]);

    await ann.call('POST', '/api/export', ALL);
    await make();
    const { keptUntil } = (await state()).export!;
    await sweepExports({ ...app.services, store: app.services.media.store }, new Date(keptUntil!));
    expect((await state()).export?.state).toBe('ready');
    await sweepExports({ ...app.services, store: app.services.media.store }, new Date(Date.parse(keptUntil!) + 1));
    expect((await state()).export).toBeNull();
  });

  it('is given up after five failures, holds up no one, and may be asked for again', async () => {
    const { store } = app.services.media;
    const broken = { ...store, notes: { ...store.notes, write: () => Promise.reject(new Error('the store is broken')) } };
    const tryIt = (through: typeof store) => makeAll({ ...app.services, store: through }, new AbortController().signal);
    await ann.call('POST', '/api/export', ALL);
    for (let tries = 0; tries < 5; tries += 1) {
      await tryIt(broken);
      expect((await state()).export?.state).toBe('preparing');
    }
    await ben.call('POST', '/api/export', ALL);
    await tryIt(store);
    expect((await state()).export?.state).toBe('failed');
    expect((await ben.call<ExportState>('GET', '/api/export')).body.export?.state).toBe('ready');
    await ann.call('POST', '/api/export', ALL);
    await make();
    expect((await state()).export?.state).toBe('ready');
    // Each failure is in the log.
    expect(app.errors.length).toBeGreaterThanOrEqual(5);
    app.errors.length = 0;
  });

  it('is made once by two replicas, and not at all once it was discarded meanwhile', async () => {
    const { services } = app;
    const { store } = services.media;
    let meanwhile: (() => Promise<unknown>) | null = null;
    const slow = {
      ...store,
      notes: {
        ...store.notes,
        write: async (name: string, text: string) => {
          const act = meanwhile;
          meanwhile = null;
          await act?.();
          await store.notes.write(name, text);
        },
      },
    };
    const tryIt = () => makeAll({ ...services, store: slow }, new AbortController().signal);
    await ann.call('POST', '/api/export', ALL);
    // A replica that lost its lease goes on, while another one makes the export.
    meanwhile = make;
    await tryIt();
    const { parts } = (await state()).export!;
    expect((await (await app.fetchAs(ann, '/api/export/1')).arrayBuffer()).byteLength).toBe(parts[0]);
    expect(compareSums(await unpacked('twice', 1)).wrong).toEqual([]);
    await ann.call('POST', '/api/export', ALL);
    meanwhile = () => ann.call('DELETE', '/api/export');
    await tryIt();
    expect((await state()).export).toBeNull();
    await ben.call('DELETE', '/api/export');
    expect(await notesLeft()).toEqual([]);
  });

  it('goes with its account, and those of others that name it are made again without', async () => {
    const cara = await app.signIn('cara@example.org', { beta: true });
    for (const person of [ann, ben, cara]) await person.call('POST', '/api/export', ALL);
    await make();
    const zipOf = async (person: TestPerson) => {
      const answer = await app.fetchAs(person, '/api/export/1');
      expect(answer.status).toBe(200);
      return answer.text();
    };
    expect(await zipOf(ben)).toContain('Ann Marsh');
    app.errors.length = 0;
    const services = { ...app.services, store: app.services.media.store };
    await beginErasure(services, ann.userId);
    await eraseAccount(services, ann.userId);
    const left = await app.services.db.select().from(dataExports);
    expect(new Map(left.map(({ userId, readyAt }) => [userId, readyAt !== null]))).toEqual(
      new Map([
        [ben.userId, false],
        [cara.userId, true],
      ]),
    );
    const build = left.find(({ userId }) => userId === cara.userId)!.buildId!;
    expect((await notesLeft()).every((name) => name.startsWith(build))).toBe(true);
    app.clock.forward(4 * 86_400);
    await make();
    expect(await zipOf(ben)).not.toContain('Ann Marsh');
  });
});
