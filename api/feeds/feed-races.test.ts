import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { feedName } from '../contract/sync-protocol.ts';
import type { Transaction } from '../db/database.ts';
import type { OpenDatabase } from '../db/open.ts';
import { rowsOf } from '../db/rows-of.ts';
import { describeOnPostgres } from '../testing/describe-on-both-databases.ts';
import { raiseFeeds } from './raise-feeds.ts';

/** To run more: FEED_TRANSACTIONS=50000 npx vitest run --project api api/feeds/feed-races.test.ts. */
const TRANSACTIONS = Number(process.env['FEED_TRANSACTIONS'] ?? 5_000);
/** More than enough to show that a bare sequence misses rows. */
const TRANSACTIONS_BY_SEQUENCE = 800;
const WRITERS = 8;
/** One transaction in this many is slow. */
const SLOW_ONE_IN = 4;
const READERS = 3;
const PAGE = 50;

describeOnPostgres('readers paging through a feed during many writes', (open) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
    await database.db.execute(sql`create sequence bare_position`);
  });

  const services = { now: () => new Date(), newId: () => randomUUID(), serverRun: sql`'run'` };

  /** Positions in commit order, as the API assigns them. */
  const underTheLock = (tx: Transaction, userId: string, rowId: string) =>
    raiseFeeds(tx, services, [{ kind: 'own', userId, entity: 'dogs', rowId }]);

  /** The broken alternative: numbers assigned before the commit. */
  const bySequence = (tx: Transaction, userId: string, rowId: string) =>
    tx.execute(
      sql`insert into feed_entries (feed, entity, row_id, position, gone, at)
          values (${feedName('own', userId)}, 'dogs', ${rowId}::uuid, nextval('bare_position'), false, now())`,
    );

  /** @returns the number of rows each reader missed */
  async function missed(raise: typeof underTheLock | typeof bySequence, transactions: number): Promise<number[]> {
    const userId = randomUUID();
    const feed = feedName('own', userId);
    const written = new Set<string>();
    let writing = true;

    async function write() {
      while (written.size < transactions) {
        const rowId = randomUUID();
        written.add(rowId);
        await database.db.transaction(async (tx) => {
          await raise(tx, userId, rowId);
          // As a slow disk or a busy server would, between the number and its commit.
          if (written.size % SLOW_ONE_IN === 0) await tx.execute(sql`select pg_sleep(random() * 0.004)`);
        });
      }
    }

    async function read(): Promise<number> {
      const seen = new Set<string>();
      let after = 0;
      for (;;) {
        const isLast = !writing;
        const page = await rowsOf<{ row_id: string; position: string }>(
          database.db,
          // The qualified name is the number. `position` alone would be the returned text, which sorts 1000 before 999.
          sql`select row_id, position::text from feed_entries where feed = ${feed} and position > ${after} order by feed_entries.position limit ${PAGE}`,
        );
        for (const { row_id: rowId } of page) seen.add(rowId);
        after = Number(page.at(-1)?.position ?? after);
        if (isLast && page.length === 0) return [...written].filter((rowId) => !seen.has(rowId)).length;
      }
    }

    const reading = Promise.all(Array.from({ length: READERS }, read));
    await Promise.all(Array.from({ length: WRITERS }, write));
    writing = false;
    return reading;
  }

  it('miss no row', async () => {
    expect(await missed(underTheLock, TRANSACTIONS)).toEqual(Array(READERS).fill(0));
  }, 600_000);

  it('would miss rows with a bare sequence as the cursor, so the test can detect misses', async () => {
    expect(Math.max(...(await missed(bySequence, TRANSACTIONS_BY_SEQUENCE)))).toBeGreaterThan(0);
  }, 600_000);
});
