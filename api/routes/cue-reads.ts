import { and, asc, desc, eq, isNull, not, type SQL, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { mustHaveBetaAccess } from '../auth/require-access.ts';
import type { CueAnswer } from '../contract/entities/cue.ts';
import { ListQuery, PublicCuesQuery } from '../contract/online-calls.ts';
import { isBlocked } from '../db/is-blocked.ts';
import { cues } from '../db/tables/training.ts';
import { users } from '../db/tables/people.ts';
import { prefixQuery } from '../search-words.ts';
import type { AppEnv, Services } from '../services.ts';
import { serializeCue } from '../serialize-rows.ts';
import { fullName } from './full-name.ts';
import { afterMoment, beforeMoment } from './keyset.ts';
import { answerList, answerOwnList, LAST_MOMENT, momentCursor, momentOf, parseQuery } from './list-page.ts';
import { partnersOf } from './partners-of.ts';

export function cueReads({ db }: Services): Hono<AppEnv> {
  const readOwn = db
    .select()
    .from(cues)
    .where(and(eq(cues.ownerId, sql.placeholder('userId')), isNull(cues.deletedAt), afterMoment(cues.createdAt, cues.id)))
    .orderBy(asc(cues.createdAt), asc(cues.id))
    .limit(sql.placeholder('limit'))
    .prepare('own_cues');

  const withCreator = { cue: cues, firstName: users.firstName, lastName: users.lastName };
  const partners = partnersOf(db);
  const readPartners = db
    .select(withCreator)
    .from(partners)
    .innerJoin(cues, and(eq(cues.ownerId, partners.partnerId), eq(cues.visibility, 'friends'), isNull(cues.deletedAt)))
    .innerJoin(users, eq(users.id, cues.ownerId))
    .where(beforeMoment(cues.createdAt, cues.id))
    .orderBy(desc(cues.createdAt), desc(cues.id))
    .limit(sql.placeholder('limit'))
    .prepare('partner_cues');

  /** Each combination of filters is a separate statement, so that each gets its own plan. */
  const readPublic = (filters: readonly SQL[]) =>
    db
      .select(withCreator)
      .from(cues)
      .innerJoin(users, eq(users.id, cues.ownerId))
      .where(
        and(
          sql`visibility = 'public'`,
          isNull(cues.deletedAt),
          sql`not owner_removed`,
          isNull(users.removedAt),
          not(isBlocked(cues.ownerId, sql`${sql.placeholder('userId')}::text::uuid`)),
          ...filters,
          beforeMoment(cues.createdAt, cues.id),
        ),
      )
      .orderBy(desc(cues.createdAt), desc(cues.id))
      .limit(sql.placeholder('limit'))
      .prepare('public_cues');

  type Row = Awaited<ReturnType<typeof readPartners.execute>>[number];
  const keysetOf = ({ cue }: Row) => momentOf(cue);
  const toAnswer = (row: Row): CueAnswer => ({ ...serializeCue(row.cue), creatorName: fullName(row) });

  return new Hono<AppEnv>()
    .get('/api/cues', (c) => answerOwnList(c, (part) => readOwn.execute({ ...part }), serializeCue))
    .get('/api/cues/partners', async (c) => {
      const { userId } = mustHaveBetaAccess(c);
      const query = parseQuery(c, ListQuery);
      const start = momentCursor(query, LAST_MOMENT);
      return answerList(c, query, start, (part) => readPartners.execute({ userId, ...part }), keysetOf, toAnswer);
    })
    .get('/api/cues/public', async (c) => {
      const { userId } = mustHaveBetaAccess(c);
      const query = parseQuery(c, PublicCuesQuery);
      const search = query.search?.trim() ? query.search : null;
      const words = search === null ? null : prefixQuery(search);
      const filters = [
        ...(words === null ? [] : [sql`${cues.searchWords} @@ ${words}::text::tsquery`]),
        ...(isChosen(query.sport) ? [sql`${cues.sport} = ${query.sport}::text`] : []),
        ...(isChosen(query.difficulty) ? [sql`${cues.difficulty} = ${query.difficulty}::text`] : []),
      ];
      // Without a letter or digit, a search finds nothing.
      if (search !== null && words === null) return c.json([]);
      const read = readPublic(filters);
      return answerList(c, query, momentCursor(query, LAST_MOMENT), (part) => read.execute({ userId, ...part }), keysetOf, toAnswer);
    });
}

/** The app sends 'all' for no filter (R62). */
const isChosen = (filter: string | undefined) => filter !== undefined && filter !== '' && filter !== 'all';
