import { expect } from 'vitest';
import { inOrder, objectsOf, type ReleaseDump, type Row, type Tables } from './release-dump.ts';

/** Columns whose values a migration changes, by the place of the migration. Every other value stays as it is. */
const CHANGED_COLUMNS: Readonly<Record<number, Readonly<Record<string, (value: string) => string>>>> = {
  15: {
    'users.sort_name': fold,
    'users.name_words': foldWords,
    'users.search_words': foldWords,
    'cues.search_words': foldWords,
    'listed_people.sort_name': fold,
    'listed_people.word': fold,
    'listed_people.traits': fold,
  },
};

/** New columns that a migration fills with something other than NULL or their default: their values, in the order of the rows. */
export const FILLED_COLUMNS: Readonly<Record<string, (rows: readonly Row[], before: Tables) => unknown[]>> = {
  'sign_ins.id': (rows) => rows.map(() => expect.stringMatching(/^[\da-f-]{36}$/)),
  'cues.owner_removed'(rows, { users }) {
    const removed = objectsOf(users!).filter(({ removed_at }) => typeof removed_at === 'string');
    return rows.map((cue) => cue['visibility'] === 'public' && removed.some(({ id }) => id === cue['owner_id']));
  },
};

/** What the rows of a release are after the upgrade, in the columns that the release knew. */
export function upgradedRows({ migrations, tables }: ReleaseDump): Tables {
  const changes = Object.assign(
    {},
    ...Object.entries(CHANGED_COLUMNS).flatMap(([place, of]) => (Number(place) < migrations.length ? [] : [of])),
  );
  return Object.fromEntries(
    Object.entries(tables).map(([name, { columns, rows }]) => {
      const change = columns.map((column) => changes[`${name}.${column}`] as ((value: string) => string) | undefined);
      return [
        name,
        { columns, rows: inOrder(rows.map((row) => row.map((value, at) => (typeof value === 'string' && change[at]?.(value)) || value))) },
      ];
    }),
  );
}

/** The letters of the dumps that searches fold since 0.3.0. */
function fold(text: string): string {
  return text.replaceAll('ß', 'ss').replaceAll('ø', 'o');
}

/** PostgreSQL writes the words of a tsvector between spaces, each once. */
function foldWords(words: string): string {
  return [...new Set(fold(words).split(' '))].join(' ');
}
