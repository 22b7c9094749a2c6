import { readFileSync } from 'node:fs';

/** One row of a table in docs/access.md: a call on a resource, and the status that each kind of person gets. */
export interface AccessLine {
  call: string;
  on: string;
  statuses: Record<string, number>;
}

/** The rows of the table under a heading of docs/access.md. */
export const readAccessTable = (heading: string): AccessLine[] => readAccessTables(heading).flat();

/** The rows of each table under a heading that has several. */
export function readAccessTables(heading: string): AccessLine[][] {
  const text = readFileSync(new URL('../../docs/access.md', import.meta.url), 'utf8');
  const section = text.split('\n## ').find((part) => part.startsWith(heading)) ?? '';
  return [...section.matchAll(/(?:^\| .*\n|^\|-.*\n)+/gm)].map(([table]) => rowsOfTable(table));
}

function rowsOfTable(table: string): AccessLine[] {
  const lines = table.split('\n').filter((line) => line.startsWith('| '));
  const [header = [], ...rows] = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return rows.map((cells) => {
    const named = Object.fromEntries(header.map((name, place) => [name, cells[place] ?? '']));
    const { call = '', on = '', with: _with, ...people } = named;
    return { call, on, statuses: Object.fromEntries(Object.entries(people).map(([person, status]) => [person, Number(status)])) };
  });
}
