import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** The first column of a check's row in the table of docs/testing.md that names a check. */
const CHECK = /^\|[^|]*\| `(\w+)` \|/gm;
/** What a run reports as a broken promise: `broke('once', vanished(…))`. */
const REPORTED = /broke\('\w+', (.+)\)\);$/gm;
/** Not checks: what a check is given. */
const OTHERS = ['heal', 'get'];

it('runs each check that docs/testing.md names, and names each check that it runs', () => {
  const named = [...read('../../docs/testing.md').matchAll(CHECK)].map(([, name]) => name!);
  const run = [...read('./run.ts').matchAll(REPORTED)].flatMap(([, checks]) => [...checks!.matchAll(/(\w+)\(/g)].map(([, name]) => name!));
  expect(named.sort()).toEqual([...new Set(run)].filter((name) => !OTHERS.includes(name)).sort());
});
