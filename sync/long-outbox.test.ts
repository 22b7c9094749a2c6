import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCycle } from './cycle.ts';
import { replaceDependency } from './outbox/dependencies.ts';
import { mutate } from './outbox/mutate.ts';
import { discard } from './outbox/queue-actions.ts';
import type { Ports } from './ports/ports.ts';
import { requeueToHalve } from './replay/requeue-envelope.ts';
import { settleStale } from './replay/settle-stale.ts';
import type { NewOutboxRecord } from './store/outbox-record.ts';
import type { Store } from './store/store.ts';
import { countingReads } from './testing/counting-reads.ts';
import { queuedRecord, queuedRecords } from './testing/long-outbox.ts';
import { openTestStore } from './testing/open-test-store.ts';
import { testPorts } from './testing/test-ports.ts';
import { createTestWorld, type TestWorld } from './testing/test-world.ts';

const DAY_MS = 86_400_000;
const allTables = (store: Store) => store.tables.map(({ name }) => name);

type Work = (store: Store, ports: Ports) => Promise<unknown>;

/** Rows and keys that each of these reads beside so many records. */
async function readsBeside(records: readonly NewOutboxRecord[], work: Readonly<Record<string, Work>>): Promise<[string, number][]> {
  const store = await openTestStore(randomUUID(), randomUUID());
  await store.outbox.bulkAdd(records);
  const reads = await countingReads(store, ...allTables(store));
  const ports = testPorts();
  const found: [string, number][] = [];
  for (const [what, run] of Object.entries(work)) {
    const before = reads.count;
    await run(store, ports);
    found.push([what, reads.count - before]);
  }
  return found;
}

const FAILED: Partial<NewOutboxRecord> = {
  firstSentAt: testPorts().now() - 80 * DAY_MS,
  attempts: 2,
  serverFailures: 2,
  confirmedAtFailure: 0,
};

const BESIDE: [string, Partial<NewOutboxRecord>, Record<string, Work>][] = [
  [
    'new changes',
    {},
    {
      'a change': (store, ports) => mutate(store, ports, 'videos.create', { payload: { title: 'Heel work' } }),
      'an attempt without a connection': runCycle,
      'a corrected change': (store) => replaceDependency(store, randomUUID(), randomUUID()),
      'a discarded change': async (store, ports) => {
        const create = queuedRecord();
        await store.outbox.bulkAdd([create, queuedRecord({ dependsOn: [create.key] })]);
        await discard(store, ports, create.key);
      },
    },
  ],
  [
    'changes that failed',
    FAILED,
    {
      'the look for aged changes': settleStale,
      'an envelope that got no answer': async (store, ports) => {
        const envelope = await store.outbox.limit(1).toArray();
        await requeueToHalve(store, ports, envelope, { status: 0, code: 'dropped' });
      },
    },
  ],
];

describe('what runs at a write', () => {
  it.each(BESIDE)('reads as much beside 20,000 %s as beside 100', async (_which, state, work) => {
    const short = new Map(await readsBeside(queuedRecords(100, state), work));
    const grown = (await readsBeside(queuedRecords(20_000, state), work))
      // Looking up keys also passes their neighbours, of which a short outbox has fewer.
      .filter(([what, reads]) => reads > 1.5 * (short.get(what) ?? 0));
    expect(grown).toEqual([]);
  });
});

describe('a long outbox', () => {
  let world: TestWorld;
  beforeAll(async () => {
    world = await createTestWorld();
  });

  it('is sent with reads that grow with its length only', async () => {
    const perChange: number[] = [];
    for (const length of [100, 400]) {
      const phone = await world.device(await world.person(`with-${length}@example.org`), `phone with ${length}`);
      await phone.sync();
      for (let made = 0; made < length; made += 1) await phone.mutate('videos.create', { payload: { title: `Session ${made}` } });
      const reads = await countingReads(phone.store, ...allTables(phone.store));
      expect(await phone.sync()).toBeNull();
      expect(await phone.store.outbox.count()).toBe(0);
      perChange.push(reads.count / length);
    }
    const [short = 0, long = 0] = perChange;
    expect(long).toBeLessThan(1.1 * short);
  });
});
