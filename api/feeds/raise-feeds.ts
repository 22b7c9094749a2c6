import { sql } from 'drizzle-orm';
import { ENTITY_NAMES, type EntityName } from '../contract/entities.ts';
import { type FeedKind, feedName } from '../contract/sync-protocol.ts';
import type { Transaction } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';
import type { ServerPorts } from '../server-ports.ts';
import { forksOn } from './forks.ts';
import { readShownWindow } from './shown-window.ts';

/** One row that changed in one feed. */
export interface Raise {
  kind: FeedKind;
  userId: string;
  entity: EntityName;
  rowId: string;
  /** The row has left this feed. */
  gone?: boolean | undefined;
}

/** A feed as it is at one moment. */
export interface FeedPlace {
  name: string;
  epoch: string;
  head: number;
  branch: string;
}

/** A feed after its new entries. */
export interface RaisedFeed extends FeedPlace {
  /** The head before them. */
  former: number;
}

/** Partners see sessions, their comments, their sets and their dogs only within PARTNER_SESSIONS_HELD. */
const WINDOWED: readonly EntityName[] = ['videos', 'comments', 'sets', 'partnerDogs'];
const isWindowed = ({ kind, entity }: Raise) => kind === 'shown' && WINDOWED.includes(entity);

/**
 * Records changed rows in their feeds at new positions, in the transaction that changed them. Each feed's row stays
 * locked until that transaction ends, so positions are in commit order. Call it once per transaction, last: it locks
 * the feeds in name order, which prevents deadlocks between writers.
 * @returns the feeds that moved, for the poke after the commit
 */
export async function raiseFeeds(
  tx: Transaction,
  services: Pick<ServerPorts, 'now' | 'newId' | 'serverRun'>,
  raises: readonly Raise[],
): Promise<RaisedFeed[]> {
  if (raises.length === 0) return [];
  const plain = raises.filter((raise) => !isWindowed(raise));
  const windowed = raises.filter(isWindowed);
  if (windowed.length > 0) {
    await lockFeeds(tx, services, raises);
    for (const userId of new Set(windowed.map((raise) => raise.userId))) {
      const changed = windowed.filter((raise) => raise.userId === userId);
      for (const entry of await readShownWindow(tx, userId, changed)) plain.push({ kind: 'shown', userId, ...entry });
    }
  }
  return writeEntries(tx, services, plain);
}

const namesOf = (raises: readonly Raise[]) => [...new Set(raises.map(({ kind, userId }) => feedName(kind, userId)))].sort();

/** A statement sees what committed before it started, so anything read after this lock is current for all writers. */
async function lockFeeds(
  tx: Transaction,
  { newId, serverRun }: Pick<ServerPorts, 'newId' | 'serverRun'>,
  raises: readonly Raise[],
): Promise<void> {
  const names = JSON.stringify(namesOf(raises).map((name) => ({ name, epoch: newId() })));
  await rowsOf(
    tx,
    sql`insert into feeds (name, head, epoch, branch)
        select name, 0, epoch, ${serverRun} from jsonb_to_recordset(${names}::text::jsonb) as feed(name text, epoch uuid)
        order by name
        on conflict (name) do update set head = feeds.head`,
  );
}

async function writeEntries(
  tx: Transaction,
  { now, newId, serverRun }: Pick<ServerPorts, 'now' | 'newId' | 'serverRun'>,
  raises: readonly Raise[],
): Promise<RaisedFeed[]> {
  const byFeed = new Map<string, Map<string, Raise>>();
  for (const raise of raises) {
    const name = feedName(raise.kind, raise.userId);
    const rows = byFeed.get(name) ?? new Map<string, Raise>();
    byFeed.set(name, rows.set(`${raise.entity} ${raise.rowId}`, raise));
  }
  if (byFeed.size === 0) return [];
  const names = [...byFeed.keys()].sort();
  const feeds = names.map((name) => ({ name, count: byFeed.get(name)?.size ?? 0, epoch: newId() }));
  const entries = names.flatMap((feed) =>
    [...(byFeed.get(feed)?.values() ?? [])]
      .sort((a, b) => ENTITY_NAMES.indexOf(a.entity) - ENTITY_NAMES.indexOf(b.entity))
      .map(({ entity, rowId, gone }, back, { length }) => ({ feed, entity, row: rowId, gone: gone ?? false, back: length - 1 - back })),
  );
  const raised = await rowsOf<FeedPlace>(
    tx,
    sql`with raised as (
          insert into feeds (name, head, epoch, branch)
          select name, count, epoch, ${serverRun}
          from jsonb_to_recordset(${JSON.stringify(feeds)}::text::jsonb) as feed(name text, count bigint, epoch uuid)
          order by name
          on conflict (name) do update set head = feeds.head + excluded.head, branch = excluded.branch, forks = ${forksOn(sql`excluded.branch`)}
          returning name, head, epoch, branch
        ), written as (
          insert into feed_entries (feed, entity, row_id, position, gone, at)
          select entry.feed, entry.entity, entry."row", raised.head - entry.back, entry.gone, ${now().toISOString()}::text::timestamptz
          from jsonb_to_recordset(${JSON.stringify(entries)}::text::jsonb)
            as entry(feed text, entity text, "row" uuid, gone boolean, back int)
          join raised on raised.name = entry.feed
          on conflict (feed, entity, row_id)
            do update set position = excluded.position, gone = excluded.gone, at = excluded.at
        )
        select name, epoch, head::float8 as head, branch from raised order by name`,
  );
  return raised.map((feed) => ({ ...feed, former: feed.head - (byFeed.get(feed.name)?.size ?? 0) }));
}
