import { readFile, writeFile } from 'node:fs/promises';
import { withFilledDatabase } from './fill-release.ts';
import { dumpFile, inOrder, readMigrations, readTables, type Table, writeDump } from './release-dump.ts';

const uuid = (place: number) => `00000000-0000-4000-8000-${String(place + 1).padStart(12, '0')}`;
const key = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' };

/** Replaces generated values, so that a dump has the same bytes when it is made again, and no private key. */
const PINNED: Readonly<Record<string, Readonly<Record<string, (place: number) => unknown>>>> = {
  installation: { id: uuid },
  sign_ins: { id: uuid },
  keep_keys: { public_key: () => key, private_key: () => ({ ...key, d: 'd' }) },
};

/**
 * Writes the dump of this version's database beside the dumps of earlier releases.
 * @returns its release, and how many rows it has
 */
export async function dumpRelease(): Promise<{ release: string; rows: number }> {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
  const [migrations, found] = await withFilledDatabase(({ db }) => Promise.all([readMigrations(db), readTables(db)]));
  const tables = Object.fromEntries(Object.entries(found).map(([name, table]) => [name, pinned(name, table)]));
  await writeFile(dumpFile(version), writeDump({ release: version, migrations, tables }));
  return { release: version, rows: Object.values(tables).reduce((sum, { rows }) => sum + rows.length, 0) };
}

function pinned(name: string, { columns, rows }: Table): Table {
  const values = columns.map((column) => PINNED[name]?.[column]);
  const without = inOrder(rows.map((row) => row.map((value, at) => (values[at] ? null : value))));
  return { columns, rows: inOrder(without.map((row, place) => row.map((value, at) => values[at]?.(place) ?? value))) };
}
