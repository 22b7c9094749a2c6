import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { freshPostgresUrl } from '../testing/describe-on-both-databases.ts';
import { createTestApp } from '../testing/create-test-app.ts';
import { DEMO_EMAIL, seedDemoKennel } from './demo-kennel.ts';
import { openPostgres } from './open.ts';
import { videos } from './tables/training.ts';
import { users } from './tables/people.ts';

test('fills an empty database once, with a kennel that its trainer sees after signing in', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'longline-demo-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const variables = { DATABASE_URL: await freshPostgresUrl(), DATA_DIR: dataDir };
  await seedDemoKennel(variables);

  const database = await openPostgres(variables.DATABASE_URL);
  onTestFinished(() => database.close());
  const app = await createTestApp(database);
  onTestFinished(() => app.close());
  const kate = await app.signIn(DEMO_EMAIL);
  const dogs = await kate.call<{ name: string; trainingDays: number }[]>('GET', '/api/dogs');
  expect(dogs.status).toBe(200);
  expect(dogs.body.map(({ name }) => name).toSorted()).toEqual(['Bracken', 'Juno', 'Old Tam']);
  expect(dogs.body.every(({ trainingDays }) => trainingDays >= 16)).toBe(true);
  const partners = await kate.call<{ title: string; commentCount: number }[]>('GET', '/api/videos/partners');
  expect(partners.body).toMatchObject([{ title: 'Retrieve over the jump', commentCount: 1 }]);

  const counted = async () => [await database.db.select({ n: count() }).from(users), await database.db.select({ n: count() }).from(videos)];
  const before = await counted();
  await seedDemoKennel(variables);
  expect(await counted()).toEqual(before);
});
