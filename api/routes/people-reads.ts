import { and, eq, not, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { rateLimit } from '../auth/rate-limits.ts';
import { hiddenFrom, mustHaveBetaAccess, mustHaveOwnRows } from '../auth/require-access.ts';
import type { FoundPerson } from '../contract/entities/user.ts';
import { BrowseQuery, SearchQuery } from '../contract/online-calls.ts';
import { isBlocked } from '../db/is-blocked.ts';
import { users } from '../db/tables/people.ts';
import { searchWords } from '../search-words.ts';
import type { AppEnv, Services } from '../services.ts';
import { serializePerson, serializeProfile } from '../serialize-rows.ts';
import { answerList, nameCursor, parseQuery } from './list-page.ts';
import { peopleLister } from './listed-people.ts';
import { mustBeId } from './path-id.ts';

/** The filter, or null for the values that the interface sends for none (R62). */
const chosen = (filter: string | undefined) => (filter === undefined || filter === '' || filter === 'all' ? null : filter);

export function peopleReads(services: Services): Hono<AppEnv> {
  const { db } = services;
  const readOne = db
    .select()
    .from(users)
    .where(and(eq(users.id, sql.placeholder('id')), not(isBlocked(users.id, sql`${sql.placeholder('reader')}::text::uuid`))))
    .prepare('one_person');

  const listPeople = peopleLister(db);
  type Row = Awaited<ReturnType<typeof listPeople>>[number];
  const keysetOf = ({ person, key }: Row) => ({ key, id: person.id });

  return new Hono<AppEnv>()
    .get(
      '/api/users/search',
      async (c, next) => {
        mustHaveBetaAccess(c);
        await next();
      },
      rateLimit(services, 'search'),
      async (c) => {
        const { userId } = mustHaveBetaAccess(c);
        const query = parseQuery(c, SearchQuery);
        const words = searchWords(query.query ?? null);
        const filter = { words, list: 'any', county: null, sport: null, reader: userId, withoutReader: true } as const;
        if (words.length === 0) return c.json([]);
        return answerList(
          c,
          query,
          nameCursor(query),
          ({ limit, ...after }) => listPeople(filter, after, limit),
          keysetOf,
          ({ person, dogNames }): FoundPerson => ({ ...serializePerson(person), dogNames }),
        );
      },
    )
    .get(
      '/api/community/browse',
      async (c, next) => {
        mustHaveBetaAccess(c);
        await next();
      },
      rateLimit(services, 'search'),
      async (c) => {
        const { userId } = mustHaveBetaAccess(c);
        const query = parseQuery(c, BrowseQuery);
        const words = searchWords(query.search ?? null);
        const filter = { words, list: 'name', county: chosen(query.county), sport: chosen(query.sport), reader: userId } as const;
        // Without a letter or digit, a search finds no name.
        if (query.search?.trim() && words.length === 0) return c.json([]);
        return answerList(
          c,
          query,
          nameCursor(query),
          ({ limit, ...after }) => listPeople(filter, after, limit),
          keysetOf,
          ({ person }) => serializePerson(person),
        );
      },
    )
    .get('/api/users/:id', async (c) => {
      const reader = mustHaveOwnRows(c);
      const id = mustBeId(c, 'id');
      const isSelf = id === reader.userId;
      const [person] = isSelf || reader.hasBetaAccess ? await readOne.execute({ id, reader: reader.userId }) : [];
      if (!person || (person.removedAt && !isSelf)) throw hiddenFrom(reader);
      // Without access, this is the only call that returns one's own profile.
      return c.json(reader.hasBetaAccess ? serializePerson(person) : serializeProfile(person));
    });
}
