import { randomUUID } from 'node:crypto';
import { Dexie, liveQuery } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ENVELOPE_MAX_OPERATIONS } from '../../api/contract/limits.ts';
import { mutate } from '../outbox/mutate.ts';
import { takeEnvelope } from '../replay/envelope.ts';
import { listQueue } from '../testing/list-queue.ts';
import { readStatus } from '../status/sync-total.ts';
import { testPorts } from '../testing/test-ports.ts';
import type { OutboxRecord } from './outbox-record.ts';
import { databaseName, Store } from './store.ts';

const ME = randomUUID();

/** The tables of each released version, as its app declares them. Never change one. */
const RELEASED = {
  '0.3.0': {
    version: 1,
    tables: {
      profile: 'id, feed',
      people: 'id, feed',
      friendships: 'id, feed, status',
      dogs: 'id, feed, live, deletedAt',
      partnerDogs: 'id, feed',
      cues: 'id, feed, live, deletedAt',
      programs: 'id, feed, live, deletedAt',
      videos: 'id, feed, live, deletedAt, [shelf+live], [dogId+live], [dogId+day], [feed+live]',
      comments: 'id, feed, videoId, [videoId+live]',
      conflicts: 'id, feed, [entity+entityId]',
      shadow: '[entity+id], feed',
      outbox: '++seq, &key, [entity+entityId], entityId, state',
      cursors: 'feed',
      suspects: '[feed+entity+id], feed',
      media: 'id, state, posterState, [entity+entityId]',
      drafts: 'key',
      settings: 'key',
    },
  },
};

/** One browser, in which a store can be opened by the app of any version. */
function browser() {
  const device = { name: databaseName(ME), indexedDB: new IDBFactory(), IDBKeyRange };
  const opened = <S extends Dexie>(store: S): S => {
    onTestFinished(() => store.close());
    return store;
  };
  return {
    newApp: () => opened(new Store(ME, device)),
    oldApp({ version, tables }: (typeof RELEASED)[keyof typeof RELEASED]) {
      const store = opened(new Dexie(device.name, device));
      store.version(version).stores(tables);
      store.on('versionchange', ({ newVersion }) => {
        if (newVersion !== null) return;
        store.close();
        return false;
      });
      return store;
    },
  };
}

/** Dexie warns when another connection upgrades the store. */
const silenceWarnings = () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
};

const contentOf = async (store: Dexie) =>
  Object.fromEntries(await Promise.all(store.tables.map(async (table) => [table.name, await table.toArray()] as const)));

describe.each(Object.entries(RELEASED))('a store of %s', (_versions, released) => {
  /** What the app of that version stored for three changes: one new, one sent without an answer, one refused. */
  async function fill(old: Dexie) {
    const before = new Store(ME, { name: 'made elsewhere', indexedDB: new IDBFactory(), IDBKeyRange });
    onTestFinished(() => before.close());
    const ports = testPorts();
    for (const title of ['New', 'Sent', 'Refused']) await mutate(before, ports, 'videos.create', { payload: { title } });
    const [, sent, refused] = await before.outbox.toArray();
    if (!sent || !refused) throw new Error('Nothing was queued');
    await before.outbox.update(sent.seq, { firstSentAt: 1, attempts: 1, unanswered: { times: 1, atMost: 25 } });
    await before.outbox.update(refused.seq, { state: 'refused', lastError: { status: 409, code: 'gone', message: 'Gone' } });
    const content = await contentOf(before);
    for (const { name } of old.tables) await old.table(name).bulkAdd(content[name] ?? []);
  }

  it('is upgraded with everything in it, and its records are in the new indexes', async () => {
    const { newApp, oldApp } = browser();
    const old = oldApp(released);
    await fill(old);
    const before = await contentOf(old);
    old.close();
    const store = newApp();
    expect(await contentOf(store)).toEqual({ ...before, blocks: [], reports: [], sets: [], taps: [], plans: [], trials: [] });
    expect(await readStatus(store)).toMatchObject({ pending: 3, refused: 1, failed: 0 });
    expect(await store.outbox.where('firstSentAt').above(0).primaryKeys()).toEqual([2]);
    expect(await listQueue(store)).toHaveLength(3);
  });

  // An index was once added without a new version. Dexie then adds it, and raises the browser's own version number.
  it('is upgraded if Dexie had to complete it before', async () => {
    silenceWarnings();
    const { newApp, oldApp } = browser();
    const first = oldApp({ ...released, tables: { ...released.tables, videos: 'id, feed, live, deletedAt' } });
    await first.open();
    first.close();
    const old = oldApp(released);
    await fill(old);
    old.close();
    expect(await readStatus(newApp())).toMatchObject({ pending: 3, refused: 1 });
  });

  it('is handed over by an open tab of the older app, which then keeps working beside the newer one', async () => {
    silenceWarnings();
    const { newApp, oldApp } = browser();
    const old = oldApp(released);
    await fill(old);
    let seenByOld = 0;
    const watching = liveQuery(() => old.table('outbox').where('state').equals('queued').count()).subscribe((count) => {
      seenByOld = count;
    });
    onTestFinished(() => watching.unsubscribe());
    await expect.poll(() => seenByOld).toBe(2);

    const store = newApp();
    // What the older tab is writing ends before the upgrade.
    const { seq: _first, ...another } = (await old.table('outbox').get(1)) as OutboxRecord;
    const writing = old.transaction('rw', old.table('outbox'), async () => {
      for (let made = 0; made < 20; made += 1) await old.table('outbox').add({ ...another, key: randomUUID() });
    });
    const [status] = await Promise.all([readStatus(store), writing]);
    expect(status).toMatchObject({ pending: 23 });
    await old.table('outbox').where('seq').above(3).delete();
    // The older tab changes a record, as its engine does, and adds one. Both get into indexes that it does not know.
    const written = old.table<OutboxRecord, number>('outbox');
    await written.where('state').equals('queued').modify({ state: 'blocked', serverFailures: 5, confirmedAtFailure: 0 });
    const { seq: _seq, ...record } = (await written.get(1)) as OutboxRecord;
    await written.add({ ...record, key: randomUUID(), state: 'queued', nextAttemptAt: 50 } as OutboxRecord);
    expect(await readStatus(store)).toMatchObject({ pending: 4, refused: 1, failed: 3 });
    expect(await store.outbox.where('[state+nextAttemptAt]').equals(['queued', 50]).count()).toBe(1);
    await expect.poll(() => seenByOld).toBe(1);
  });

  it('goes back to the older app without a loss, and forward again', async () => {
    const { newApp, oldApp } = browser();
    const store = newApp();
    await mutate(store, testPorts(), 'videos.create', { payload: { title: 'Made by the newer app' } });
    const before = await contentOf(store);
    store.close();

    const old = oldApp(released);
    const { blocks: _blocks, reports: _reports, sets: _sets, taps: _taps, plans: _plans, trials: _trials, ...known } = before;
    expect(await contentOf(old)).toEqual(known);
    expect(await old.table('outbox').where('state').equals('queued').count()).toBe(1);
    await old.table('outbox').toCollection().modify({ state: 'refused' });
    old.close();

    const again = newApp();
    expect(await readStatus(again)).toMatchObject({ pending: 1, refused: 1 });
    expect(await takeEnvelope(again, 1, ENVELOPE_MAX_OPERATIONS)).toEqual([]);
  });
});

it('is handed over to a later version by an open tab of this one', async () => {
  silenceWarnings();
  const { newApp, oldApp } = browser();
  const store = newApp();
  await mutate(store, testPorts(), 'videos.create', { payload: { title: 'Before' } });
  const outbox = ['++seq, &key, attempts', ...store.outbox.schema.indexes.map(({ src }) => src)].join();
  const later = oldApp({ version: 6, tables: { ...RELEASED['0.3.0'].tables, outbox } });
  expect(await later.table('outbox').where('attempts').equals(0).count()).toBe(1);
  await mutate(store, testPorts({ seed: 2 }), 'videos.create', { payload: { title: 'After' } });
  expect(await later.table('outbox').where('attempts').equals(0).count()).toBe(2);
});
