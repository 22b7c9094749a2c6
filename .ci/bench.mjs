import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale } from './build.mjs';
import { installIfStale } from './install.mjs';
import { ROOT } from './run-program.mjs';

/**
 * Runs benchmarks: `npm run bench` runs all, `npm run bench -- start` one by name; `--short` runs the short form of
 * those that have one. A benchmark is a file `name.bench.mjs` next to what it measures. It exports `what` (a line) and
 * `measure({ short })` (rows for a table).
 */
process.chdir(ROOT);
const short = process.argv.includes('--short');
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const benches = ['.ci', 'api', 'sync', 'pwa'].flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith('.bench.mjs') && !path.includes('node_modules'))
    .map((path) => ({ name: basename(path, '.bench.mjs'), path: join(ROOT, folder, path) })),
);
const chosen = benches.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (chosen.length === 0) {
  console.error(`No such benchmark. Choose from: ${benches.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}

try {
  await installIfStale();
  await buildIfStale();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
for (const { name, path } of chosen) {
  const { what, measure } = await import(pathToFileURL(path).href);
  console.log(`\n${name}: ${what}`);
  console.table(await measure({ short }));
}
