import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installation } from '../db/tables/installation.ts';
import { objectNameOf } from '../media/store/object-names.ts';
import type { TestPerson } from '../testing/create-test-app.ts';
import { describeOnPostgres } from '../testing/describe-on-both-databases.ts';
import { createListeningApp, type ListeningApp } from '../testing/listening-app.ts';
import { mp4 } from '../testing/sample-media.ts';
import { uploadAs } from '../testing/upload-as.ts';
import { readBackupNotes } from './backup-notes.ts';
import { findBackup, listBackups, nameOf, timeOf } from './backups-in.ts';
import { checkMediaFiles, checkOwnFiles } from './check-backup.ts';
import { backUpIfDue, lastNight } from './nightly-backups.ts';
import { pruneBackups } from './prune-backups.ts';

const DAY_S = 86_400;

test('a night begins at three', () => {
  expect(lastNight(new Date(2026, 10, 24, 2, 59))).toEqual(new Date(2026, 10, 23, 3));
  expect(lastNight(new Date(2026, 10, 24, 3))).toEqual(new Date(2026, 10, 24, 3));
  expect(lastNight(new Date(2026, 10, 24, 23))).toEqual(new Date(2026, 10, 24, 3));
});

describeOnPostgres('nightly backups', (open) => {
  const dir = mkdtempSync(join(tmpdir(), 'longline-nightly-'));
  let app: ListeningApp;
  let ann: TestPerson;
  let failure: string | null = null;
  const drilled: string[] = [];
  beforeAll(async () => {
    app = await createListeningApp(await open());
    await app.services.media.bind();
    ann = await app.signIn('ann@example.org', { beta: true });
  });
  afterAll(async () => {
    await app.close();
    rmSync(dir, { recursive: true });
  });

  const night = () =>
    backUpIfDue({
      ...app.services,
      store: app.services.media.store,
      dataDir: app.services.env.dataDir,
      settleMs: 0,
      target: { dir, keepDays: 2 },
      async drill(folder: string) {
        drilled.push(folder);
        if (failure !== null) throw new Error(failure);
        await checkOwnFiles(await findBackup(folder));
      },
    });

  test('backs up once a night, and again after a failed drill', async () => {
    expect(await night()).toBe(true);
    expect(await readBackupNotes(app.services.db)).toEqual({ backedUpAt: app.clock.now, lost: 0, failedAt: null, failure: null });
    const first = app.clock.now;
    expect(await night()).toBe(false);

    app.clock.forward(DAY_S);
    failure = 'users.jsonl.gz is missing or damaged.';
    await expect(night()).rejects.toThrow(failure);
    expect(await readBackupNotes(app.services.db)).toEqual({ backedUpAt: first, lost: 0, failedAt: app.clock.now, failure });

    failure = null;
    app.clock.forward(3_600);
    expect(await night()).toBe(true);
    expect(await readBackupNotes(app.services.db)).toEqual({ backedUpAt: app.clock.now, lost: 0, failedAt: null, failure: null });
    expect(drilled).toHaveLength(3);
  });

  test('backs up on one replica', async () => {
    app.clock.forward(DAY_S);
    expect((await Promise.all([night(), night()])).toSorted()).toEqual([false, true]);
  });

  test('deletes old backups, and media that no other one has', async () => {
    const upload = async (seed: number) => (await uploadAs(app, ann, mp4({ seed }))).body.objectPath;
    const forget = async (path: string) => {
      await app.services.db.execute(`update uploads set object_path = null where object_path = '${path}'`);
      await app.services.db.execute(`delete from objects where path = '${path}'`);
    };
    const nightOfSteadyClock = async () => {
      await app.services.db.update(installation).set({ agesUntil: app.clock.now });
      await night();
    };
    await upload(1);
    const dropped = await upload(2);
    app.clock.forward(DAY_S);
    await nightOfSteadyClock();
    await forget(dropped);
    await upload(3);
    for (let count = 0; count < 3; count++) {
      app.clock.forward(DAY_S);
      await nightOfSteadyClock();
    }
    const names = await listBackups(dir);
    expect(names.map((name) => (app.clock.now.getTime() - timeOf(name).getTime()) / DAY_S / 1_000)).toEqual([2, 1, 0]);
    expect(await filesIn(dir)).toBe(2);
    for (const name of names) await checkMediaFiles(await findBackup(join(dir, name)));
  });

  test('notes how many files a backup lacks', async () => {
    const { objectPath } = (await uploadAs(app, ann, mp4({ seed: 4 }))).body;
    await app.services.media.store.removeObject(objectNameOf(objectPath));
    app.clock.forward(DAY_S);
    await night();
    expect((await readBackupNotes(app.services.db)).lost).toBe(1);
  });

  test('a clock that was ahead for a night neither ends the backups nor deletes those before', async () => {
    const before = await listBackups(dir);
    app.clock.forward(1_000 * DAY_S);
    expect(await night()).toBe(true);
    const [ahead] = (await listBackups(dir)).slice(-1);
    app.clock.forward(-999 * DAY_S);
    expect(await night()).toBe(true);
    const names = await listBackups(dir);
    expect(names).toEqual([...before, nameOf(app.clock.now), ahead]);
    expect((await findBackup(dir, app.clock.now)).folder).toBe(join(dir, nameOf(app.clock.now)));
    expect(await night()).toBe(false);

    // A restored or new server does not know yet whether its clock is right.
    await app.services.db.update(installation).set({ agesUntil: null });
    app.clock.forward(10 * DAY_S);
    expect(await night()).toBe(true);
    expect(await listBackups(dir)).toHaveLength(names.length + 1);
    // The one from the future is not the newest that stays whatever its age.
    await pruneBackups(dir, { keepDays: 0, now: app.clock.now, agesUntil: new Date(app.clock.now.getTime() + 1_000) });
    expect(await listBackups(dir)).toEqual([nameOf(app.clock.now), ahead]);
  });

  test('takes a backup from the future if there is no other', async () => {
    expect((await findBackup(dir, new Date(0))).folder).toBe(join(dir, (await listBackups(dir)).at(-1)!));
  });
});

async function filesIn(dir: string): Promise<number> {
  const found = await readdir(join(dir, 'media'), { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).length;
}
