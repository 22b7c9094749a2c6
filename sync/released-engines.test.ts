import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { TestPerson } from '../api/testing/create-test-app.ts';
import { becomePartners } from '../api/testing/pulling-device.ts';
import * as present from './testing/releases/engine-to-freeze.ts';
import { loadReleased, type ReleasedEngine, RELEASES } from './testing/releases/released-engines.ts';
import { testPorts } from './testing/test-ports.ts';
import { createTestWorld, fetchAs } from './testing/test-world.ts';

const world = await createTestWorld();
const folder = mkdtempSync(join(tmpdir(), 'longline-engines-'));
afterAll(() => rmSync(folder, { recursive: true }));

const BREED = { breed: 'Border Collie', birthdate: '2021-03-14' };
/** Tables of the store that differ between devices of one person, or that only the device itself writes. */
const OWN_TO_DEVICE = ['shadow', 'outbox', 'cursors', 'suspects', 'media', 'drafts', 'settings', 'taps'];

let seeds = 0;

/** A browser in which the app of any release can be opened by its person, one after the other. */
function browserOf(person: TestPerson) {
  const indexedDB = new IDBFactory();
  return async ({ Store, databaseName, mutate, runCycle }: ReleasedEngine) => {
    const store = new Store(person.userId, { name: databaseName(person.userId), indexedDB, IDBKeyRange });
    await store.open();
    onTestFinished(() => store.close());
    const clock = { now: world.server.clock.now.getTime() };
    const send = fetchAs(person);
    const connection = { losesAnswers: false };
    const fetch = async (request: Request) => {
      const answer = await send(request);
      if (connection.losesAnswers && request.url.endsWith('/api/batch')) throw new TypeError('The answer was lost');
      return answer;
    };
    const ports = testPorts({ clock, seed: (seeds += 1), fetch });
    const change: (name: Parameters<typeof mutate>[2], options: object) => Promise<string> = async (name, options) =>
      (await mutate(store, ports, name, options)).id;
    return { store, change, connection, sync: () => runCycle(store, ports) };
  };
}
type App = Awaited<ReturnType<ReturnType<typeof browserOf>>>;

/** A day at a field without signal: each kind of row is created, and some are changed, removed and connected. */
async function aDayOffline({ change }: App, ofPartner: string) {
  const dog = await change('dogs.create', { payload: { name: 'Brock', ...BREED } });
  const track = await change('videos.create', { payload: { title: 'Track', description: 'Two corners.', dogId: dog } });
  await change('videos.update', { id: track, payload: { description: 'Two corners.\nRe-laid.' } });
  const gone = await change('videos.create', { payload: { title: 'By mistake' } });
  await change('videos.delete', { id: gone });
  const cue = await change('cues.create', { payload: { name: 'Such', visibility: 'private', steps: ['One', 'Two'] } });
  const program = await change('programs.create', { payload: { name: 'Spring', dogId: dog } });
  await change('programs.addCue', { id: program, payload: { cueId: cue, orderIndex: 0 } });
  const comment = await change('comments.create', { params: { videoId: ofPartner }, payload: { content: 'Nice and deep.' } });
  return { dog, track, gone, cue, program, comment, ofPartner };
}

/** Every row that the screens show, as the app of that store reads it, without the fields for its indexes. */
async function shownBy({ store }: App): Promise<Record<string, object[]>> {
  const tables = store.tables.filter(({ name }) => !OWN_TO_DEVICE.includes(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(await Promise.all(tables.map(async (table) => [table.name, (await table.toArray()) as object[]] as const)));
}

async function expectAllSynced(app: App) {
  await app.sync();
  expect(await app.store.outbox.toArray()).toEqual([]);
}

/** Expects one of each row of the day on the server, as it was left. */
async function expectDayOnServer(
  ann: TestPerson,
  { dog, track, gone, cue, program, comment, ofPartner }: Awaited<ReturnType<typeof aDayOffline>>,
) {
  const held = async (path: string, id: string) => (await read<{ id: string }>(ann, path)).filter((row) => row.id === id);
  expect(await held('/api/dogs', dog)).toMatchObject([{ name: 'Brock' }]);
  expect(await held('/api/videos', track)).toMatchObject([{ description: 'Two corners.\nRe-laid.', dogId: dog }]);
  expect(await held('/api/videos', gone)).toEqual([]);
  expect(await held('/api/cues', cue)).toMatchObject([{ steps: ['One', 'Two'] }]);
  expect(await held('/api/programs', program)).toMatchObject([{ cues: [{ cueId: cue }] }]);
  expect(await held(`/api/videos/${ofPartner}/comments`, comment)).toMatchObject([{ content: 'Nice and deep.' }]);
}

const read = async <Row>(person: TestPerson, path: string): Promise<Row[]> => (await person.call<Row[]>('GET', path)).body;

describe.each(RELEASES)('the app of %s', (release) => {
  let released: ReleasedEngine;
  let ann: TestPerson;
  let ben: TestPerson;
  let ofBen: string;
  beforeAll(async () => {
    released = await loadReleased(release, folder);
    [ann, ben] = [await world.person(`ann-${release}@example.org`), await world.person(`ben-${release}@example.org`)];
    await becomePartners(ann, ben);
    ofBen = (await ben.call<{ id: string }>('POST', '/api/videos', { id: randomUUID(), title: 'Send-away' })).body.id;
  });

  it('sends a full queue to this server, and shows what a newer app shows', async () => {
    const [old, newer] = [await browserOf(ann)(released), await browserOf(ann)(present)];
    await expectAllSynced(old);
    const day = await aDayOffline(old, ofBen);
    expect(await old.store.outbox.count()).toBeGreaterThan(5);
    await expectAllSynced(old);
    await expectDayOnServer(ann, day);
    await newer.sync();
    await newer.change('videos.update', { id: day.track, payload: { title: 'Track on stubble' } });
    await expectAllSynced(newer);
    await old.sync();
    const [known, all] = [await shownBy(old), await shownBy(newer)];
    for (const [table, rows] of Object.entries(known)) expect(all[table], table).toMatchObject(rows);
    expect(known['videos']).toContainEqual(expect.objectContaining({ title: 'Track on stubble' }));
  });

  it('skips kinds of rows that it does not know, which this version reads after an upgrade, and again after a rollback', async () => {
    const browser = browserOf(ann);
    const old = await browser(released);
    const videoId = await old.change('videos.create', { payload: { title: 'With sets' } });
    await expectAllSynced(old);
    const setOf = (exercise: string) => ann.call<{ id: string }>('POST', '/api/sets', { videoId, exercise });
    const { id: first } = (await setOf('Send-away')).body;
    await expectAllSynced(old);
    old.store.close();

    const upgraded = await browser(present);
    await expectAllSynced(upgraded);
    expect(await upgraded.store.view('sets').get(first)).toMatchObject({ exercise: 'Send-away' });
    upgraded.store.close();

    const again = await browser(released);
    const { id: second } = (await setOf('Recall')).body;
    await expectAllSynced(again);
    again.store.close();
    const back = await browser(present);
    await expectAllSynced(back);
    expect(await back.store.view('sets').get(second)).toMatchObject({ exercise: 'Recall' });
  });

  it('leaves its store to this version, with a queue that the server has applied in part', async () => {
    const browser = browserOf(ann);
    const old = await browser(released);
    await expectAllSynced(old);
    const sentOnly = await old.change('dogs.create', { payload: { name: 'Fen', ...BREED } });
    old.connection.losesAnswers = true;
    await old.sync();
    const day = await aDayOffline(old, ofBen);
    const draft = { key: 'draft', values: { title: 'Half typed' }, updatedAt: 1 };
    await old.store.table('drafts').add(draft);
    const waiting = await old.store.outbox.count();
    const before = await shownBy(old);
    old.store.close();

    const upgraded = await browser(present);
    expect(await upgraded.store.outbox.count()).toBe(waiting);
    expect(await shownBy(upgraded)).toMatchObject(before);
    expect(await upgraded.store.table('drafts').toArray()).toEqual([draft]);
    await expectAllSynced(upgraded);
    await expectDayOnServer(ann, day);
    expect(await read<{ id: string }>(ann, '/api/dogs')).toContainEqual(expect.objectContaining({ id: sentOnly }));
  });

  it('opens the store of this version after a rollback of the app, and sends what waits', async () => {
    const browser = browserOf(ann);
    const newer = await browser(present);
    await expectAllSynced(newer);
    const day = await aDayOffline(newer, ofBen);
    newer.store.close();
    const old = await browser(released);
    await expectAllSynced(old);
    await expectDayOnServer(ann, day);
  });
});
