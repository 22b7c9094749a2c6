import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { rateLimit } from '../auth/rate-limits.ts';
import { mustHaveBetaAccess } from '../auth/require-access.ts';
import type { FoundPerson } from '../contract/entities/user.ts';
import { BrowseQuery, SearchQuery } from '../contract/online-calls.ts';
import { dogs, users } from '../db/schema.ts';
import { notFound } from '../errors.ts';
import { prefixQuery } from '../search-words.ts';
import type { AppEnv, Services } from '../services.ts';
import { personToWire } from '../wire-rows.ts';
import { answerList, type Keyset, nameCursor, parseQuery, rowsAsked } from './list-page.ts';
import { mustBeId } from './path-id.ts';

/** What the interface sends for no filter (specification, section 5). */
const chosen = (filter: string | undefined) => (filter === undefined || filter === '' || filter === 'all' ? null : filter);

export function peopleReads(services: Services): Hono<AppEnv> {
  const { db } = services;
  const readOne = db.select().from(users).where(eq(users.id, sql.placeholder('id'))).prepare('one_person');

  // A fragment of its own: drizzle drops the tables' names from columns that stand directly in the selection.
  const dogsOfPerson = sql`from ${dogs} where ${dogs.ownerId} = ${users.id} and ${dogs.deletedAt} is null`;

  /** Private profiles are in no list; each combination of filters is a statement of its own, with a plan of its own. */
  const listPublic = (filters: readonly SQL[], { key, id }: Keyset, limit: number) =>
    db
      .select({
        person: users,
        dogNames: sql<string[]>`coalesce((select json_agg(name order by created_at, id) ${dogsOfPerson}), '[]')`,
      })
      .from(users)
      .where(
        and(
          sql`profile_visibility = 'public'`,
          ...filters,
          sql`(${users.sortName}, ${users.id}) > (${key}::text, ${id}::text::uuid)`,
        ),
      )
      .orderBy(asc(users.sortName), asc(users.id))
      .limit(limit)
      .prepare('public_people')
      .execute();
  type Row = Awaited<ReturnType<typeof listPublic>>[number];
  const keysetOf = ({ person }: Row) => ({ key: person.sortName, id: person.id });
  const beginning = (column: typeof users.nameWords | typeof users.searchWords, words: string) => sql`${column} @@ ${words}::text::tsquery`;

  return new Hono<AppEnv>()
    .get('/api/users/search', async (c, next) => {
      mustHaveBetaAccess(c);
      await next();
    }, rateLimit(services, 'search'), async (c) => {
      const { userId } = mustHaveBetaAccess(c);
      const query = parseQuery(c, SearchQuery);
      const words = prefixQuery(query.query ?? '');
      const filters = words === null ? null : [beginning(users.searchWords, words), ne(users.id, userId)];
      const rows = filters ? await listPublic(filters, nameCursor(query), rowsAsked(query)) : [];
      return answerList(c, query, rows, keysetOf, ({ person, dogNames }): FoundPerson => ({ ...personToWire(person), dogNames }));
    })
    .get('/api/community/browse', async (c, next) => {
      mustHaveBetaAccess(c);
      await next();
    }, rateLimit(services, 'search'), async (c) => {
      const query = parseQuery(c, BrowseQuery);
      const search = query.search?.trim() ? query.search : null;
      const words = search === null ? null : prefixQuery(search);
      const county = chosen(query.county);
      const sport = chosen(query.sport);
      const filters = [
        ...(words === null ? [] : [beginning(users.nameWords, words)]),
        ...(county === null ? [] : [eq(users.location, county)]),
        ...(sport === null ? [] : [sql`${users.sports} @> array[${sport}::text]`]),
      ];
      // A search without a letter or digit can find no name.
      const rows = search !== null && words === null ? [] : await listPublic(filters, nameCursor(query), rowsAsked(query));
      return answerList(c, query, rows, keysetOf, ({ person }) => personToWire(person));
    })
    .get('/api/users/:id', async (c) => {
      mustHaveBetaAccess(c);
      const [person] = await readOne.execute({ id: mustBeId(c, 'id') });
      if (!person) throw notFound();
      return c.json(personToWire(person));
    });
}
