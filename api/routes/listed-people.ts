import { and, asc, eq, isNull, ne, not, type SQL, sql } from 'drizzle-orm';
import { LIST_MAX } from '../contract/limits.ts';
import type { Database } from '../db/database.ts';
import { isBlocked } from '../db/is-blocked.ts';
import { dogs } from '../db/tables/training.ts';
import { users } from '../db/tables/people.ts';
import type { Keyset } from './list-page.ts';

export interface PeopleFilter {
  /** Each must begin a word of the name, or with `any` also a word of a dog's name. Lower case, from `searchWords`. */
  words: readonly string[];
  list: 'name' | 'any';
  county: string | null;
  sport: string | null;
  /** Who searches: those who block them, or whom they block, are not listed. */
  reader: string;
  /** The searcher is not listed either. */
  withoutReader?: boolean;
}

/** A range of one list of `listed_people`: all words with a prefix, or one sport. */
interface Stretch {
  list: 'name' | 'any' | 'sport';
  from: string;
  to: string;
}

const LAST_CHARACTER = '\u{10ffff}';
const beginning = (list: 'name' | 'any', word: string): Stretch => ({ list, from: word, to: word + LAST_CHARACTER });

/**
 * Lists public profiles page by page. With words, ordered by the matched word and then by name; otherwise by name.
 * Walks one index range in that order until the page is full, or looks up the few entries of a smaller range, so that
 * the cost does not grow with the number of people.
 */
export function peopleLister(db: Database) {
  // Keep this a separate fragment: drizzle drops table names from columns directly in the selection.
  const dogsOfPerson = sql`from ${dogs} where ${dogs.ownerId} = ${users.id} and ${dogs.deletedAt} is null`;
  const dogNames = sql<string[]>`coalesce((select json_agg(name order by created_at, id) ${dogsOfPerson}), '[]')`;

  const listAll = ({ county, reader, withoutReader }: PeopleFilter, { key, id }: Keyset, limit: number) =>
    db
      .select({ person: users, dogNames, key: users.sortName })
      .from(users)
      .where(
        and(
          sql`profile_visibility = 'public'`,
          isNull(users.removedAt),
          county === null ? undefined : eq(users.location, county),
          withoutReader ? ne(users.id, reader) : undefined,
          not(isBlocked(users.id, sql`${reader}::text::uuid`)),
          sql`(${users.sortName}, ${users.id}) > (${key}::text, ${id}::text::uuid)`,
        ),
      )
      .orderBy(asc(users.sortName), asc(users.id))
      .limit(limit)
      .prepare('public_people')
      .execute();

  // The row's traits answer at once. People with too many traits for a row are looked up one by one with a scalar
  // subquery: the planner may invert an `exists` and read everyone who has the word.
  const alsoIn = ({
    list,
    from,
    to,
  }: Stretch): SQL => sql`coalesce(strpos(walk.traits, ${list === 'sport' ? `\n=${from}\n` : `\n${from}`}::text) > 0, (
    select true from listed_people also
    where also.user_id = walk.user_id and also.list = ${list} and also.word between ${from}::text and ${to}::text limit 1))`;
  // A person with two matching words appears only at the first. Traits are sorted, so their first match is that word.
  const isFirstOf = ({
    list,
    from,
  }: Stretch): SQL => sql`coalesce(strpos(walk.traits, ${`\n${from}`}::text) = strpos(walk.traits, E'\\n' || walk.word || E'\\n'), (
    select earliest.word = walk.word from listed_people earliest
    where earliest.user_id = walk.user_id and earliest.list = ${list} and earliest.word >= ${from}::text
    order by earliest.word limit 1))`;

  const listStretch = (
    [walked, ...others]: readonly [Stretch, ...Stretch[]],
    { county, reader, withoutReader }: PeopleFilter,
    { key, id }: Keyset,
    limit: number,
  ) => {
    const [afterWord = '', ...afterName] = key.split(KEY_SEPARATOR);
    const [rarer, ...rest] = others;
    // Counties have an index of their own, with the county as its first column.
    const inCounty = (words: SQL) => (county === null ? sql`` : words);
    const within = ({ list, from, to }: Stretch) => sql`list = ${list}::text and word between ${from}::text and ${to}::text`;
    const last = sql`${afterName.join(KEY_SEPARATOR)}::text, ${id}::text::uuid`;
    const me = sql`${reader}::text::uuid`;
    const isShown = and(withoutReader ? sql`walk.user_id <> ${me}` : undefined, not(isBlocked(sql`walk.user_id`, me)));
    // The bounds are row comparisons on the index's columns, and `offset 0` fences the filters. Both keep the planner
    // from underestimating the rows and sorting the whole range. The limit takes the first rows in the walk's order.
    const alongTheStretch = sql`
      select word, sort_name as listed_name, user_id as found_id
      from (
        select word, sort_name, user_id, traits from listed_people
        where (${inCounty(sql`location, `)}list, word, sort_name, user_id) > (${inCounty(sql`${county}::text, `)}${walked.list}::text, greatest(${afterWord}::text collate "C", ${walked.from}::text), ${last})
          and (${inCounty(sql`location, `)}list, word) <= (${inCounty(sql`${county}::text, `)}${walked.list}::text, ${walked.to}::text)
        order by ${inCounty(sql`location, `)}list, word, sort_name, user_id
        offset 0) walk
      where ${and(sql`true`, rarer && sql`(select count(*) from few) > ${MOST_FEW}`, ...others.map(alsoIn), walked.list === 'sport' ? undefined : isFirstOf(walked), isShown)}
      limit ${limit}`;
    // If few people match another range, look them up instead, in the order of the leading word, however many people
    // share that word.
    const amongFew = (stretch: Stretch) => sql`
      with few as materialized (
        select user_id from listed_people where ${inCounty(sql`location = ${county}::text and `)}${within(stretch)} limit ${MOST_FEW} + 1)
      (select walk.word, walk.sort_name as listed_name, walk.user_id as found_id
      from (select distinct user_id from few where (select count(*) from few) <= ${MOST_FEW}) one
      cross join lateral (
        select * from listed_people where user_id = one.user_id and ${within(walked)} order by word limit 1) walk
      where ${and(sql`(walk.word, walk.sort_name, walk.user_id) > (${afterWord}::text collate "C", ${last})`, ...rest.map(alsoIn), isShown)}
      order by walk.word, walk.sort_name, walk.user_id limit ${limit})
      union all`;
    // A constant limit: otherwise the planner expects thousands of rows and scans all people for them.
    const found = sql`(select * from (${rarer ? amongFew(rarer) : sql``} (${alongTheStretch})) page limit ${sql.raw(String(limit <= SHORT_PAGE ? SHORT_PAGE : LIST_MAX + 1))}) found`;
    return db
      .select({ person: users, dogNames, key: sql<string>`found.word || ${KEY_SEPARATOR}::text || found.listed_name` })
      .from(users)
      .innerJoin(found, sql`${users.id} = found.found_id`)
      .orderBy(sql`found.word`, sql`found.listed_name`, sql`found.found_id`)
      .prepare('listed_people')
      .execute();
  };

  return (filter: PeopleFilter, after: Keyset, limit: number) => {
    // The longest word leads, because it is probably the rarest.
    const words = filter.words.toSorted((a, b) => b.length - a.length).map((word) => beginning(filter.list, word));
    const [first, ...rest] = [
      ...words,
      ...(filter.sport === null ? [] : [{ list: 'sport', from: filter.sport, to: filter.sport } as const]),
    ];
    return first ? listStretch([first, ...rest], filter, after, limit) : listAll(filter, after, limit);
  };
}

/** A screen's page and one more row. */
const SHORT_PAGE = 64;

/** Up to this many, single lookups are faster than a walk over everyone who shares another word. */
const FEW = 50;
/** A constant in the statement: for a parameter, the planner expects thousands. */
const MOST_FEW = sql.raw(String(FEW));

/** Never occurs in a word or a sport. */
const KEY_SEPARATOR = '\n';
