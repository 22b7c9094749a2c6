import { and, eq, isNull, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { hiddenFrom, mustHaveOwnRows } from '../auth/require-access.ts';
import { ListQuery } from '../contract/online-calls.ts';
import type { Database } from '../db/database.ts';
import { isPresent } from '../db/is-present.ts';
import { friendships } from '../db/tables/people.ts';
import { videos } from '../db/tables/training.ts';
import type { AppEnv } from '../services.ts';
import { answerList, answerOwnList, FIRST_MOMENT, type Keyset, momentCursor, momentOf, parseQuery } from './list-page.ts';
import { mustBeId } from './path-id.ts';

type Part = Keyset & { limit: number };

/** A kind of row that follows its session. Both read a part of a list, the oldest rows first. */
interface OfSessions<Row> {
  ofSession: (part: Part & { videoId: string; reader: string }) => Promise<Row[]>;
  own: (part: Part & { userId: string }) => Promise<Row[]>;
  serialize: (row: Row) => object;
}

/** The lists of such rows: of one session, for its owner and partners, and all that a person made. */
export function listsOfSessions<Row extends { id: string; createdAt: Date }>(
  db: Database,
  kind: 'comments' | 'sets',
  { ofSession, own, serialize }: OfSessions<Row>,
): Hono<AppEnv> {
  const readSession = readableSession(db);
  return new Hono<AppEnv>()
    .get(`/api/videos/:videoId/${kind}`, async (c) => {
      const person = mustHaveOwnRows(c);
      const videoId = mustBeId(c, 'videoId');
      const query = parseQuery(c, ListQuery);
      // Authorise first, or the answer reveals that a session exists.
      const [session] = await readSession.execute({ userId: person.userId, videoId });
      if (!session) throw hiddenFrom(person);
      const start = momentCursor(query, FIRST_MOMENT);
      return answerList(c, query, start, (part) => ofSession({ videoId, reader: person.userId, ...part }), momentOf, serialize);
    })
    .get(`/api/${kind}`, (c) => answerOwnList(c, own, serialize));
}

/** Finds a session (`videoId`) that a person (`userId`) may see: their own, or a partner's. */
function readableSession(db: Database) {
  const me = sql.placeholder('userId');
  return db
    .select({ id: videos.id })
    .from(videos)
    .where(
      and(
        eq(videos.id, sql.placeholder('videoId')),
        isNull(videos.deletedAt),
        sql`(${videos.ownerId} = ${me}::text::uuid or not ${videos.takenDown} and exists (
          select 1 from ${friendships} where ${friendships.status} = 'accepted'
            and ((${friendships.userId} = ${me}::text::uuid and ${friendships.friendId} = ${videos.ownerId})
              or (${friendships.friendId} = ${me}::text::uuid and ${friendships.userId} = ${videos.ownerId})))
          and ${isPresent(videos.ownerId)} and ${isPresent(sql`${me}::text::uuid`)})`,
      ),
    )
    .prepare('readable_session');
}
