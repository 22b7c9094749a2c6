import { sql } from 'drizzle-orm';
import { type BatchAnswer, type BatchRequest, feedName } from '../contract/sync-protocol.ts';
import { rowsOf } from '../db/rows-of.ts';
import { Refusal } from '../errors.ts';
import { findLostBranches } from '../feeds/forks.ts';
import { startNewHistory } from '../feeds/new-history.ts';
import type { RaisedFeed } from '../feeds/raise-feeds.ts';
import type { Services } from '../services.ts';

/** What the sender has read is not the history of this database: it reads before it sends again. */
export class OtherHistory extends Refusal {
  constructor() {
    super('other_history', 'The server was restored from a backup. Please sync again.');
  }
}

/** The history that one envelope builds on. */
export interface EnvelopeHistory {
  /**
   * Checks in a writing transaction that the person's own feed went on from where the envelope found it: the database
   * may go back between two operations.
   * @throws OtherHistory
   */
  mustContinue: (raised: readonly RaisedFeed[]) => void;
  /** Notes the feeds that a committed operation has raised. */
  note: (raised: readonly RaisedFeed[]) => void;
  /** How far the feeds have come that the sender may read. */
  reached: () => NonNullable<BatchAnswer['reached']>;
}

/**
 * Compares what the sender has read of its own feed with the feed, before anything is written. A feed that has lost
 * some of it gets a new epoch.
 * @throws OtherHistory
 */
export async function openHistory(
  services: Services,
  userId: string,
  { epoch, read }: Pick<BatchRequest, 'epoch' | 'read'>,
): Promise<EnvelopeHistory> {
  const name = feedName('own', userId);
  const [own] = await rowsOf<RaisedFeed>(
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
  const reached = new Map<string, RaisedFeed>();
  const note = (raised: readonly RaisedFeed[]) => {
    for (const feed of raised) if (feed.name.endsWith(userId) || feed.name.startsWith('shown:')) reached.set(feed.name, feed);
  };
  // A repeat raises nothing, and what it confirms is in the feed already.
  if (own) note([own]);
  return {
    mustContinue(raised) {
      const now = raised.find((feed) => feed.name === name);
      if (own && now && (now.epoch !== own.epoch || now.head <= own.head)) throw new OtherHistory();
    },
    note,
    reached: () =>
      Object.fromEntries([...reached.values()].map(({ name: feed, epoch: of, head, branch }) => [feed, { epoch: of, position: head, ...(branch !== '' && { branch }) }])),
  };
}
