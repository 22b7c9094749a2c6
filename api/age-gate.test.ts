import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Dog } from './contract/entities/dog.ts';
import { noteRestored } from './db/installation.ts';
import { signInAttempts, signIns } from './db/tables/auth.ts';
import { dogs } from './db/tables/training.ts';
import { uploads } from './db/tables/media.ts';
import { feedEntries, idempotencyKeys } from './db/tables/sync.ts';
import { readClock } from './age-gate.ts';
import { sweepAll } from './sweeping.ts';
import { createTestApp, type TestApp } from './testing/create-test-app.ts';
import { describeOnBothDatabases } from './testing/describe-on-both-databases.ts';
import { noise } from './testing/sample-media.ts';
import { storedObjects, storedUploads } from './testing/stored-media.ts';
import { openUploadAs } from './testing/upload-as.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

describe('the clock that sweeps use', () => {
  const START = Date.parse('2026-11-21T12:00:00Z');
  /** Sweeps at these hours after the start. @returns for each, the hour up to which it counted ages, and any jump */
  const sweepsAt = (...hours: number[]) => {
    let clock: Parameters<typeof readClock>[0] = { sweptAt: null, steadySince: null, agesUntil: null };
    return hours.map((hour) => {
      const read = readClock(clock, new Date(START + hour * HOUR * 1_000));
      ({ clock } = read);
      const until = clock.agesUntil && (clock.agesUntil.getTime() - START) / HOUR / 1_000;
      return read.jumped ? `jump ${until}` : until;
    });
  };

  it('counts no ages until the clock has been steady for a day', () => {
    expect(sweepsAt(0, 1, 12, 23, 24, 25)).toEqual([null, null, null, null, 24, 25]);
  });

  it('stops counting ages after a forward jump until the clock has been steady for a day', () => {
    expect(sweepsAt(0, 24, 2_424, 2_425, 2_447, 2_448)).toEqual([null, 24, 'jump 24', 24, 24, 2_448]);
  });

  it('counts ages across a short downtime', () => {
    expect(sweepsAt(0, 24, 48, 71)).toEqual([null, 24, 48, 71]);
  });

  it('keeps counting ages on a server that runs only a few hours a week', () => {
    const [week, on] = [168, 3];
    expect(sweepsAt(0, on, week, week + on, 2 * week, 2 * week + on)).toEqual([
      null,
      null,
      `jump ${on}`,
      on,
      `jump ${week + on}`,
      week + on,
    ]);
  });

  it('discards a reading from a clock that was ahead', () => {
    expect(sweepsAt(0, 24, 2_424, 25, 26, 48, 49)).toEqual([null, 24, 'jump 24', 'jump null', null, null, 49]);
  });

  it('counts ages again a day after a backward jump', () => {
    expect(sweepsAt(0, 24, -1_000, -999, -976)).toEqual([null, 24, 'jump null', null, -976]);
  });
});

describeOnBothDatabases('sweeps', (open) => {
  let test: TestApp;
  beforeEach(async () => {
    test = await createTestApp(await open());
    return () => test.close();
  });

  /** Sweeps everything once, as a starting server does. */
  async function sweepOnce() {
    await sweepAll(test.services);
    test.services.media.startSweeping();
    await test.restart();
  }
  async function steadyForADay() {
    await sweepOnce();
    test.clock.forward(DAY);
    await sweepOnce();
  }

  /**
   * Creates one of everything that is deleted by age, and a file without a row.
   * @returns a function that counts what is left of each kind
   */
  async function makeOneOfEach() {
    const { db, media } = test.services;
    const anna = await test.signIn('anna@example.org', { beta: true });
    await test.browser().post('/api/login', { email: 'ben@example.org' });
    const { body: dog } = await anna.call<Dog>(
      'POST',
      '/api/dogs',
      { name: 'Fly', breed: 'Collie', birthdate: '2020-01-01' },
      { 'idempotency-key': randomUUID() },
    );
    await anna.call('DELETE', `/api/dogs/${dog.id}`);
    await openUploadAs(anna, { size: 9 });
    await media.store.writeObject('S'.repeat(43), noise(9));
    return async () => ({
      signIns: await db.$count(signIns),
      attempts: await db.$count(signInAttempts),
      keys: await db.$count(idempotencyKeys),
      entries: await db.$count(feedEntries),
      dogs: await db.$count(dogs),
      uploads: await db.$count(uploads),
      files: (await storedUploads(media.store)).length + (await storedObjects(media.store)).length,
    });
  }

  it('delete nothing by age when the server starts with a clock 100 days ahead, and log it', async () => {
    await steadyForADay();
    const left = await makeOneOfEach();
    const before = await left();
    expect(Object.values(before)).not.toContain(0);
    const warned: string[] = [];
    test.services.log.warn = (_about, message) => void warned.push(message);

    test.clock.forward(100 * DAY);
    await sweepOnce();
    expect(await left()).toEqual(before);
    expect(warned).toContainEqual(expect.stringContaining('deletion by age waits'));

    test.clock.forward(-100 * DAY);
    await sweepOnce();
    expect(await left()).toEqual(before);
  });

  it('delete expired rows once the clock has been steady for a day', async () => {
    await steadyForADay();
    const left = await makeOneOfEach();
    test.clock.forward(100 * DAY);
    await sweepOnce();
    test.clock.forward(DAY);
    await sweepOnce();
    expect(await left()).toMatchObject({ signIns: 0, attempts: 0, keys: 0, dogs: 0, uploads: 0, files: 1 });
  });

  it('delete nothing for 30 days after a restored backup', async () => {
    await steadyForADay();
    const left = await makeOneOfEach();
    const before = await left();
    test.clock.forward(100 * DAY);
    await noteRestored(test.services.db, test.clock.now);
    await sweepOnce();
    test.clock.forward(29 * DAY - 60);
    await sweepOnce();
    // The clock is steady again, but the 30 days are not over.
    test.clock.forward(DAY);
    await sweepOnce();
    expect(await left()).toEqual(before);
    test.clock.forward(60);
    await sweepOnce();
    expect(await left()).toMatchObject({ signIns: 0, attempts: 0, keys: 0, dogs: 0, uploads: 0, files: 1 });
  });
});
