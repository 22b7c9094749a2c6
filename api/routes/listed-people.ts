import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { LIST_MAX } from '../contract/limits.ts';
import type { Database } from '../db/database.ts';
import { dogs } from '../db/tables/log.ts';
import { users } from '../db/tables/people.ts';
import type { Keyset } from './list-page.ts';

export interface PeopleFilter {
  /** Each must be the beginning of a word of the name, or with `any` of a dog's too. Lower case, as `searchWords` makes them. */
  words: readonly string[];
  list: 'name' | 'any';
  county: string | null;
  sport: string | null;
  /** Whoever searches does not find themselves. */
  but?: string;
}

/** A stretch of one list of `listed_people`: all words that begin so, or one sport. */
interface Stretch {
  list: 'name' | 'any' | 'sport';
  from: string;
  to: string;
}

const LAST_CHARACTER = '\u{10ffff}';
const beginning = (list: 'name' | 'any', word: string): Stretch => ({ list, from: word, to: word + LAST_CHARACTER });

/**
 * Public profiles, a page at a time, private ones never. With words in the order of the words found and then of names;
 * with a sport alone, or without either, in the order of names. Walks along one stretch of an index in that order and
 * leaves off when the page is full, or looks up the few of a shorter stretch: no count of people makes it longer.
 */
export function peopleLister(db: Database) {
  // A fragment of its own: drizzle drops the tables' names from columns that stand directly in the selection.
  const dogsOfPerson = sql`from ${dogs} where ${dogs.ownerId} = ${users.id} and ${dogs.deletedAt} is null`;
  const dogNames = sql<string[]>`coalesce((select json_agg(name order by created_at, id) ${dogsOfPerson}), '[]')`;

  const listAll = ({ county, but }: PeopleFilter, { key, id }: Keyset, limit: number) =>
    db
      .select({ person: users, dogNames, key: users.sortName })
      .from(users)
      .where(
        and(
          sql`profile_visibility = 'public'`,
          county === null ? undefined : eq(users.location, county),
          but === undefined ? undefined : ne(users.id, but),
          sql`(${users.sortName}, ${users.id}) > (${key}::text, ${id}::text::uuid)`,
        ),
      )
      .orderBy(asc(users.sortName), asc(users.id))
      .limit(limit)
      .prepare('public_people')
      .execute();

  // A row's traits answer at once; who has too many for a row is looked up, one at a time and as a scalar: an `exists` the
  // planner may turn around, and read all who have the word.
  const alsoIn = ({ list, from, to }: Stretch): SQL => sql`coalesce(strpos(walk.traits, ${list === 'sport' ? `\n=${from}\n` : `\n${from}`}::text) > 0, (
    select true from listed_people also
    where also.user_id = walk.user_id and also.list = ${list} and also.word between ${from}::text and ${to}::text limit 1))`;
  // Somebody with two such words stands where the first of them does. Traits are in order, so the first is the first there.
  const isFirstOf = ({ list, from }: Stretch): SQL => sql`coalesce(strpos(walk.traits, ${`\n${from}`}::text) = strpos(walk.traits, E'\\n' || walk.word || E'\\n'), (
    select earliest.word = walk.word from listed_people earliest
    where earliest.user_id = walk.user_id and earliest.list = ${list} and earliest.word >= ${from}::text
    order by earliest.word limit 1))`;

  const listStretch = ([walked, ...others]: readonly [Stretch, ...Stretch[]], { county, but }: PeopleFilter, { key, id }: Keyset, limit: number) => {
    const [afterWord = '', ...afterName] = key.split(KEY_SEPARATOR);
    const [rarer, ...rest] = others;
    // A county stands first in an index of its own.
    const inCounty = (words: SQL) => (county === null ? sql`` : words);
    const within = ({ list, from, to }: Stretch) => sql`list = ${list}::text and word between ${from}::text and ${to}::text`;
    const last = sql`${afterName.join(KEY_SEPARATOR)}::text, ${id}::text::uuid`;
    const notBut = but === undefined ? undefined : sql`walk.user_id <> ${but}::text::uuid`;
    // Beginning and end as rows of the index's own columns, and the fence of `offset 0` around what is sifted out: either
    // way the planner cannot think so few that it would rather read and sort the whole stretch. The limit then takes the
    // walk's first rows, in the walk's order.
    const alongTheStretch = sql`
      select word, sort_name as listed_name, user_id as found_id
      from (
        select word, sort_name, user_id, traits from listed_people
        where (${inCounty(sql`location, `)}list, word, sort_name, user_id) > (${inCounty(sql`${county}::text, `)}${walked.list}::text, greatest(${afterWord}::text collate "C", ${walked.from}::text), ${last})
          and (${inCounty(sql`location, `)}list, word) <= (${inCounty(sql`${county}::text, `)}${walked.list}::text, ${walked.to}::text)
        order by ${inCounty(sql`location, `)}list, word, sort_name, user_id
        offset 0) walk
      where ${and(sql`true`, rarer && sql`(select count(*) from few) > ${MOST_FEW}`, ...others.map(alsoIn), walked.list === 'sport' ? undefined : isFirstOf(walked), notBut)}
      limit ${limit}`;
    // Where few are in another stretch, they are looked up instead: however many share the word that leads, in its order.
    const amongFew = (stretch: Stretch) => sql`
      with few as materialized (
        select user_id from listed_people where ${inCounty(sql`location = ${county}::text and `)}${within(stretch)} limit ${MOST_FEW} + 1)
      (select walk.word, walk.sort_name as listed_name, walk.user_id as found_id
      from (select distinct user_id from few where (select count(*) from few) <= ${MOST_FEW}) one
      cross join lateral (
        select * from listed_people where user_id = one.user_id and ${within(walked)} order by word limit 1) walk
      where ${and(sql`(walk.word, walk.sort_name, walk.user_id) > (${afterWord}::text collate "C", ${last})`, ...rest.map(alsoIn), notBut)}
      order by walk.word, walk.sort_name, walk.user_id limit ${limit})
      union all`;
    // Of what a page holds the planner otherwise thinks as of thousands, and would read all people for them.
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
    // The longest word leads, as the one that fewest people are likely to have.
    const words = filter.words.toSorted((a, b) => b.length - a.length).map((word) => beginning(filter.list, word));
    const [first, ...rest] = [...words, ...(filter.sport === null ? [] : [{ list: 'sport', from: filter.sport, to: filter.sport } as const])];
    return first ? listStretch([first, ...rest], filter, after, limit) : listAll(filter, after, limit);
  };
}

/** As long as a screen asks for, with one more. */
const SHORT_PAGE = 64;

/** So many are looked up one by one sooner than a walk would find them among all who share another word. */
const FEW = 50;
/** As a constant of the statement: of a parameter the planner expects thousands. */
const MOST_FEW = sql.raw(String(FEW));

/** Stands in no word and in no sport. */
const KEY_SEPARATOR = '\n';
