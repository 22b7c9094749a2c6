import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packagesAreStale } from './install.mjs';
import {
  circlesIn,
  importsOf,
  isParsed,
  listsWithoutBoundary,
  objection,
  parsedFormats,
  unexpectedAtTopLevel,
  unguardedLists,
  wrongArrows,
} from './house.mjs';

test.for([
  ['pwa/screens/log/log.tsx', '../../../sync/outbox/mutate.ts'],
  ['pwa/screens/log/log.tsx', './card.tsx'],
  ['pwa/screens/log/parts/card.tsx', '../texts.ts'],
  ['pwa/screens/log/log.tsx', '../../components/button.tsx'],
  ['pwa/shell/routes.tsx', '../screens/log/log.tsx'],
  ['pwa/components/button.tsx', '../../api/contract/limits.ts'],
  ['sync/cycle.ts', '../api/contract/mutations.ts'],
  ['api/routes/dogs.ts', '../contract/mutations.ts'],
  ['api/contract/text.ts', 'zod/mini'],
  ['api/contract/match-lines.ts', 'diff/lib/diff/array.js'],
  ['sync/cycle.test.ts', '../api/app.ts'],
  ['sync/simulation/world.ts', '../../api/app.ts'],
  ['sync/replay/replay.ts', '../store/store.ts'],
  ['sync/replay/replay.ts', './envelope.ts'],
  ['sync/cycle.ts', './replay/replay.ts'],
  ['api/media/media.ts', './maintenance/sweep.ts'],
])('%s may import %s', ([path, specifier]) => {
  expect(objection(path, specifier)).toBeUndefined();
});

test.for([
  ['sync/cycle.ts', '../api/app.ts', 'others import only the contract of api'],
  ['pwa/shell/routes.tsx', '../../api/app.ts', 'others import only the contract of api'],
  ['sync/cycle.ts', '../pwa/main.tsx', 'nothing imports pwa'],
  ['sync/cycle.ts', 'react', 'sync runs without React'],
  ['api/app.ts', '../sync/store/store.ts', 'api does not import sync'],
  ['api/contract/text.ts', 'zod', 'the contract imports only zod/mini'],
  ['api/contract/text.ts', 'node-diff3', 'the contract imports only zod/mini'],
  ['api/contract/text.ts', '../errors.ts', 'the contract imports only zod/mini'],
  ['pwa/screens/log/log.tsx', '../my-dogs/dog-card.tsx', 'screens never import each other'],
  ['pwa/components/button.tsx', '../screens/log/log.tsx', 'shared components do not import screens'],
  ['api/app.ts', './testing/test-app.ts', 'production code does not import tests'],
  ['sync/store/store.ts', '../replay/replay.ts', 'store comes before replay'],
  ['sync/store/store.ts', '../cycle.ts', 'the rooms of sync/ do not import its root'],
  ['sync/attic/trunk.ts', '../store/store.ts', 'ROOMS in .ci/house.mjs does not list this room of sync/'],
  ['api/media/store/media-store.ts', '../maintenance/sweep.ts', 'store comes before maintenance'],
])('%s may not import %s', ([path, specifier, rule]) => {
  expect(objection(path, specifier)).toBe(rule);
});

test('finds circles of imports, and no circle in a diamond', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', []],
  ]);
  expect(circlesIn(graph)).toEqual([['a', 'b', 'c', 'a']]);
  expect(
    circlesIn(
      new Map([
        ['a', ['b', 'c']],
        ['b', ['d']],
        ['c', ['d']],
        ['d', []],
      ]),
    ),
  ).toEqual([]);
});

test('finds every form of import, including multi-line ones, and nothing in plain text', () => {
  const source = `import a from 'one';
import {
  b,
} from "two";
import 'three';
export { c } from 'four';
const d = await import('five');
import type { E } from 'six';
export const words = 'from "seven"';`;
  expect(importsOf(source)).toEqual(['one', 'two', 'three', 'four', 'five', 'six']);
});

test.for([
  `new Intl.DateTimeFormat('en-CA', { timeZone: zone })`,
  `moment.toLocaleDateString('sv-SE')`,
  `clock.format(new Date(moment)).split('/')`,
  `clock.format(at).slice(0, 10)`,
  `now.toLocaleString().replace(',', '')`,
  `count\n  .toLocaleString()\n  .match(/\\d+/)`,
])('rejects %s for parsing formatted text', (source) => {
  expect(isParsed(source)).toBe(true);
});

test.for([
  `clock.format(new Date(moment))`,
  `new Intl.DateTimeFormat('en-GB', options)`,
  `count.toLocaleString() + ' sessions'`,
  `new Date(at).toISOString().slice(0, 10)`,
])('allows %s, which parses no formatted text', (source) => {
  expect(isParsed(source)).toBe(false);
});

test.for([
  `cards.map((card) => <li key={card.id}><Card card={card} /></li>)`,
  `cards?.slice(0, most).map((card, place) => { return <Card key={place} card={card} />; })`,
  `cards.filter(isShown).map((card) => <Shell.Card {...card} />)`,
  `cards.map((card) => <ItemBoundary key={card.id}>{card.steps.map((step) => <Step step={step} />)}</ItemBoundary>)`,
])('rejects %s: a broken item takes the whole list with it', async (list) => {
  expect(await listsWithoutBoundary(`export const List = () => <ul>{${list}}</ul>;`)).toHaveLength(1);
});

test.for([
  `cards.map((card) => <ItemBoundary key={card.id} what="card"><Card card={card} /></ItemBoundary>)`,
  `TEXTS.days.map(({ day, rows }) => <Day day={day}>{rows.map((row) => <Row row={row} />)}</Day>)`,
  `VISIBILITIES.map((each) => <Choice value={each} />)`,
  `words.map((word) => <li><button>{word}<Icon name="close" /></button></li>)`,
  `cards.map(({ id }) => id)`,
])('allows %s', async (list) => {
  expect(await listsWithoutBoundary(`export const List = () => <ul>{${list}}</ul>;`)).toEqual([]);
});

test('reports a wrong import, an unguarded list and an unexpected top-level folder in a real tree', async () => {
  const root = mkdtempSync(join(tmpdir(), 'longline-house-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ['api', 'docs', 'pwa', 'sync', 'bench', 'dist', '.git']) mkdirSync(join(root, folder));
  for (const file of ['package.json', 'tsconfig.json', 'vite.config.ts', 'Dockerfile', '.env.example', 'LICENSE']) {
    writeFileSync(join(root, file), '');
  }
  writeFileSync(join(root, 'sync/cycle.ts'), `import { app } from '../api/app.ts';\n`);
  expect(wrongArrows(root)).toEqual(['sync/cycle.ts imports ../api/app.ts: others import only the contract of api']);
  writeFileSync(join(root, 'api/day.ts'), `export const day = (at) => at.toLocaleDateString('en-CA');\n`);
  expect(parsedFormats(root)).toEqual([expect.stringMatching(/^api\/day.ts parses what Intl formatted/)]);
  writeFileSync(join(root, 'pwa/list.tsx'), `export const List = ({ rows }) => rows.map((row) => <Row row={row} />);\n`);
  expect(await unguardedLists(root)).toEqual([
    'pwa/list.tsx draws the items of `rows` without a boundary: use ItemBoundary or one of its kind',
  ]);
  expect(unexpectedAtTopLevel(root)).toEqual([
    'bench/ does not belong at the top level: api, docs, pwa, sync',
    'README.md is missing at the top level',
  ]);
});

test('packages are stale if one is missing or has another version, but may lack binaries of other platforms', () => {
  const wanted = {
    '': {},
    'node_modules/hono': { version: '2.0.0' },
    'node_modules/binary-for-windows': { version: '1.0.0', optional: true },
  };
  expect(packagesAreStale(wanted, { 'node_modules/hono': { version: '2.0.0' } })).toBe(false);
  expect(packagesAreStale(wanted, { 'node_modules/hono': { version: '1.9.0' } })).toBe(true);
  expect(packagesAreStale(wanted, {})).toBe(true);
  expect(packagesAreStale(wanted, undefined)).toBe(true);
});
