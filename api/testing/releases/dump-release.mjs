import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { makeChanceRepeatable } from './repeatable-chance.mjs';

/** `npm run dump-release`: fills a new database of this version and keeps its rows for the tests of later versions. */
makeChanceRepeatable();
const { module } = await runnerImport(fileURLToPath(new URL('./dump-release.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'error',
});
const { release, rows } = await module.dumpRelease();
console.log(`api/testing/releases/dumps/${release}.jsonl holds ${rows} rows.`);
