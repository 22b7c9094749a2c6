import { sql } from 'drizzle-orm';
import { feedName } from '../contract/sync-protocol.ts';
import type { Transaction } from '../db/database.ts';
import { rowsOf } from '../db/rows-of.ts';
import type { Services } from '../services.ts';
import { raiseFeeds } from './raise-feeds.ts';

/** Creates a new person's three feeds, with their profile in two of them. Safe to repeat. */
export async function openFeeds(tx: Transaction, services: Pick<Services, 'now' | 'newId' | 'serverRun'>, userId: string): Promise<void> {
  await rowsOf(
    tx,
    sql`insert into feeds (name, epoch, branch)
        values (${feedName('inbox', userId)}::text, ${services.newId()}::uuid, ${services.serverRun})
        on conflict (name) do nothing`,
  );
  await raiseFeeds(tx, services, [
    { kind: 'own', userId, entity: 'profile', rowId: userId },
    { kind: 'shown', userId, entity: 'people', rowId: userId },
  ]);
}
