import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count } from 'drizzle-orm';
import { beforeAll, afterAll, describe, expect, test } from 'vitest';
import type { Plan } from '../contract/entities/plan.ts';
import type { Trial } from '../contract/entities/trial.ts';
import type { VideoAnswer } from '../contract/entities/video.ts';
import { DELETED_KEPT_DAYS } from '../contract/limits.ts';
import { deriveAll } from '../media/derived/derive.ts';
import { UploadLocker } from '../media/uploads/upload-locker.ts';
import { sweepMedia } from '../media/maintenance/sweep.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import type { TestPerson } from '../testing/create-test-app.ts';
import { freshPostgresUrl } from '../testing/describe-on-both-databases.ts';
import { problemsOf, storedObjects } from '../testing/stored-media.ts';
import type { OpenDatabase } from './open.ts';
import { DEMO_EMAIL, PARTNER_EMAIL, seedDemoKennel } from './demo-kennel.ts';
import { openPostgres } from './open.ts';
import { objects } from './tables/media.ts';
import { users } from './tables/people.ts';
import { videos } from './tables/training.ts';

describe('the demo kennel', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'longline-demo-'));
  let variables: { DATABASE_URL: string; DATA_DIR: string };
  let database: OpenDatabase;
  let app: ListeningApp;
  let kate: TestPerson;
  let sam: TestPerson;

  beforeAll(async () => {
    variables = { DATABASE_URL: await freshPostgresUrl(), DATA_DIR: dataDir };
    await seedDemoKennel(variables);
    database = await openPostgres(variables.DATABASE_URL);
    app = await createListeningApp(database, { dataDir });
    app.clock.now = new Date();
    kate = await app.signIn(DEMO_EMAIL);
    sam = await app.signIn(PARTNER_EMAIL);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  const listOf = async <Row>(person: TestPerson, path: string) => (await person.call<Row[]>('GET', path)).body;
  const typeOf = async (person: TestPerson | null, path: string) => {
    const answer = await app.fetchAs(person, path);
    await answer.arrayBuffer();
    return `${answer.status} ${answer.headers.get('content-type')}`;
  };

  test('has dogs with portraits, months of sessions, and films with posters from several sports', async () => {
    const dogs = await listOf<{ name: string; image: string; trainingDays: number }>(kate, '/api/dogs');
    expect(dogs.map(({ name }) => name).toSorted()).toEqual(['Bracken', 'Juno', 'Old Tam']);
    for (const { name, trainingDays } of dogs) expect(trainingDays, name).toBeGreaterThanOrEqual(16);
    for (const { image } of dogs) expect(await typeOf(kate, image)).toBe('200 image/jpeg');

    const filmed = (await listOf<VideoAnswer>(kate, '/api/videos?limit=100')).filter(({ videoUrl }) => videoUrl);
    expect(filmed).toHaveLength(7);
    for (const { videoUrl, thumbnailUrl, durationSeconds } of filmed) {
      expect(await typeOf(kate, videoUrl!)).toBe('200 video/mp4');
      expect(await typeOf(kate, thumbnailUrl)).toBe('200 image/jpeg');
      expect(durationSeconds).toBeGreaterThan(3);
    }
  });

  test('has a partner whose session, film and comments the trainer sees', async () => {
    const [session] = await listOf<VideoAnswer>(kate, '/api/videos/partners');
    expect(session).toMatchObject({ title: 'Retrieve over the jump', commentCount: 2, dogName: 'Pike' });
    expect(await typeOf(kate, session!.videoUrl!)).toBe('200 video/mp4');
    expect(await typeOf(kate, session!.dogImage!)).toBe('200 image/jpeg');
    const commented = (await listOf<VideoAnswer>(kate, '/api/videos?limit=100')).filter(({ commentCount }) => commentCount > 0);
    expect(commented.length).toBeGreaterThanOrEqual(2);
    expect((await listOf<VideoAnswer>(sam, '/api/videos/partners')).length).toBeGreaterThan(20);
  });

  test('has a plan for today, and a trial in three weeks', async () => {
    const [plan] = await listOf<Plan>(kate, '/api/plans');
    const daysTo = (day: string) => Math.round((Date.parse(day) - Date.parse(plan!.day)) / 86_400_000);
    expect(plan!.exercises.map(({ exercise }) => exercise)).toContain('Send-away');
    const trials = await listOf<Trial>(kate, '/api/trials');
    expect(trials.map(({ day }) => daysTo(day)).toSorted((a, b) => a - b)).toEqual([-62, 21]);
    expect(trials.map(({ titleWon }) => titleWon)).toContain('Tracking level 1');
  });

  test('has six months of sets, whose distance grows', async () => {
    const sets = await listOf<{ exercise: string; distanceM: number; startedAt: string; reps: string[] }>(kate, '/api/sets?limit=100');
    const days = sets.map(({ startedAt }) => Date.parse(startedAt) / 86_400_000);
    expect(days.at(-1)! - days[0]!).toBeGreaterThan(170);
    for (const exercise of ['Send-away', 'Recall']) {
      const distances = sets.filter((set) => set.exercise === exercise).map(({ distanceM }) => distanceM);
      expect(distances.length, exercise).toBeGreaterThan(20);
      expect(distances.at(-1)!, exercise).toBeGreaterThan(2 * distances[0]!);
    }
    for (const { reps } of sets) expect(reps.length).toBeGreaterThanOrEqual(3);
  });

  test('has cues of its own and from the partner, and programs made of them', async () => {
    const own = await listOf<{ id: string; importedFromId: string | null; sport: string }>(kate, '/api/cues');
    expect(new Set(own.map(({ sport }) => sport)).size).toBeGreaterThanOrEqual(5);
    expect(own.filter(({ importedFromId }) => importedFromId)).toHaveLength(1);
    const programs = await listOf<{ cues: { cueId: string }[] }>(kate, '/api/programs');
    expect(programs).toHaveLength(2);
    for (const { cues } of programs) expect(cues.length).toBeGreaterThanOrEqual(3);
  });

  test('has one session that anyone sees by its public link', async () => {
    const shared = (await listOf<VideoAnswer>(kate, '/api/videos?limit=100')).filter((session) => session.shared);
    expect(shared).toHaveLength(1);
    expect(await typeOf(null, `/api/videos/${shared[0]!.id}/share`)).toBe('200 application/json');
    expect(await typeOf(null, shared[0]!.videoUrl!)).toBe('200 video/mp4');
  });

  test('stores its media as uploads do: the server derives from it, the check finds no fault, the sweep keeps it', async () => {
    const { db, media } = app.services;
    expect(await problemsOf(db, media.store)).toEqual([]);
    await deriveAll({ ...app.services, store: media.store, ffmpeg: null }, 'pictures', new AbortController().signal);
    const [session] = await listOf<VideoAnswer>(kate, '/api/videos/partners');
    const card = await app.fetchAs(kate, `${session!.thumbnailUrl}/w480`, { headers: { Accept: 'image/webp' } });
    expect(card.headers.get('content-type')).toBe('image/webp');
    await card.arrayBuffer();

    const before = await storedObjects(media.store);
    app.clock.forward((DELETED_KEPT_DAYS + 10) * 86_400);
    await sweepMedia({ ...app.services, store: media.store, locker: new UploadLocker(app.services), agesUntil: app.clock.now });
    expect(await storedObjects(media.store)).toEqual(before);
    expect(await problemsOf(db, media.store)).toEqual([]);
  });

  test('is not seeded a second time', async () => {
    const counted = () =>
      Promise.all([users, videos, objects].map(async (table) => (await database.db.select({ n: count() }).from(table))[0]!.n));
    const before = await counted();
    await seedDemoKennel(variables);
    expect(await counted()).toEqual(before);
  });

  test('keeps its films small', () => {
    for (const film of ['heelwork', 'weave', 'jump', 'retrieve', 'boxes', 'herding', 'track', 'bark'])
      expect(statSync(new URL(`./demo-media/${film}.mp4`, import.meta.url)).size).toBeLessThan(150_000);
  });
});
