import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

/**
 * `npm run freeze-engine`: bundles the engine of this version for the tests of later versions
 * (docs/decisions/0191).
 */
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { version } = JSON.parse(await readFile('package.json', 'utf8'));
const { output } = await build({
  configFile: false,
  logLevel: 'error',
  // Dexie's own entry shares one Dexie per process, and refuses another version.
  resolve: {
    alias: {
      dexie: createRequire(import.meta.url)
        .resolve('dexie')
        .replace(/[^/]+$/, 'dexie.mjs'),
    },
  },
  build: {
    target: 'node20',
    write: false,
    lib: { entry: here('engine-to-freeze.ts'), formats: ['es'] },
    rolldownOptions: { output: { codeSplitting: false, minify: true } },
  },
}).then(([built]) => built);
const file = here(`engines/${version}.mjs.gz`);
await writeFile(file, gzipSync(output[0].code, { level: 9 }));
console.log(`sync/testing/releases/engines/${version}.mjs.gz holds ${output[0].code.length} characters.`);
