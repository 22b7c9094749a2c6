import { sql } from 'drizzle-orm';
import { type BatchAnswer, type BatchRequest, feedName } from '../contract/sync-protocol.ts';
import { rowsOf } from '../db/rows-of.ts';
import { Refusal } from '../errors.ts';
import { findLostBranches } from '../feeds/forks.ts';
import { startNewHistory } from '../feeds/new-history.ts';
import type { RaisedFeed } from '../feeds/raise-feeds.ts';
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
   * Checks, in the writing transaction, that the person's own feed continues from where the envelope found it: a
   * restore may reset the database between two operations.
   * @throws OtherHistory
   */
  mustContinue: (raised: readonly RaisedFeed[]) => void;
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
  // A repeat raises nothing, and what it confirms is already in the feed.
  if (own) note([own]);
  return {
    mustContinue(raised) {
      const now = raised.find((feed) => feed.name === name);
      if (own && now && (now.epoch !== own.epoch || now.head <= own.head)) throw new OtherHistory();
    },
    note,
    reached: () =>
      Object.fromEntries(
        [...reached.values()].map(({ name: feed, epoch: of, head, branch }) => [
          feed,
          { epoch: of, position: head, ...(branch !== '' && { branch }) },
        ]),
      ),
  };
}
