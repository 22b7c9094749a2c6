import { sql } from 'drizzle-orm';
import { type BatchAnswer, type BatchRequest, type Cursor, feedName } from '../contract/sync-protocol.ts';
import type { Transaction } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';
import { Refusal } from '../errors.ts';
import { findLostBranches } from '../feeds/forks.ts';
import { startNewHistory } from '../feeds/new-history.ts';
import type { FeedPlace, RaisedFeed } from '../feeds/raise-feeds.ts';
import type { Services } from '../services.ts';

/** The sender has read another history than this database's. It syncs before it sends again. */
export class OtherHistory extends Refusal {
  constructor() {
    super('other_history', 'The server was restored from a backup. Please sync again.');
  }
}

/** The history that one envelope builds on. */
export interface EnvelopeHistory {
  /**
   * Checks, in the writing transaction, that each raised feed continues from where this envelope found it or last raised
   * it: a failover or restore may reset the database between two operations, after the first one was confirmed.
   * @throws OtherHistory
   */
  mustContinue: (tx: Transaction, raised: readonly RaisedFeed[]) => Promise<void>;
  /** Records the feeds that a committed operation has raised. */
  note: (raised: readonly RaisedFeed[]) => void;
  /** The current position of each feed that the sender may read. */
  reached: () => NonNullable<BatchAnswer['reached']>;
}

/**
 * Compares the feed with what the sender has read of its own feed, before any write. A feed that lost part of it gets a
 * new epoch.
 * @throws OtherHistory
 */
export async function openHistory(
  services: Services,
  userId: string,
  { epoch, read }: Pick<BatchRequest, 'epoch' | 'read'>,
): Promise<EnvelopeHistory> {
  const name = feedName('own', userId);
  const [own] = await rowsOf<FeedPlace>(
    services.db,
    sql`select name, epoch, head::float8 as head, branch from feeds where name = ${name}::text`,
  );
  if (epoch !== undefined && own?.epoch !== epoch) throw new OtherHistory();
  if (own && read) {
    const lost = await findLostBranches(services.db, [own], { [name]: read });
    if (lost.length > 0) {
      await startNewHistory(services, lost);
      throw new OtherHistory();
    }
  }
  const reached = new Map<string, FeedPlace>();
  const note = (feeds: readonly FeedPlace[]) => {
    for (const feed of feeds) if (feed.name.endsWith(userId) || feed.name.startsWith('shown:')) reached.set(feed.name, feed);
  };
  // A repeat raises nothing, and what it confirms is already in the feed.
  if (own) note([own]);
  return {
    async mustContinue(tx, raised) {
      const places: Record<string, Cursor> = {};
      for (const { name: feed, epoch: now, former } of raised) {
        const last = reached.get(feed);
        if (!last) continue;
        if (now !== last.epoch || former < last.head) throw new OtherHistory();
        places[feed] = placeOf(last);
      }
      // Entries of others may hide a loss from these numbers. The raise has recorded where the former branch ended.
      if ((await findLostBranches(tx, raised, places)).length > 0) throw new OtherHistory();
    },
    note,
    reached: () => Object.fromEntries([...reached.values()].map((feed) => [feed.name, placeOf(feed)])),
  };
}

const placeOf = ({ epoch, head, branch }: FeedPlace) => ({ epoch, position: head, ...(branch !== '' && { branch }) });
