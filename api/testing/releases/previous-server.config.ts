import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

const ROOT = resolve(import.meta.dirname, '../../..');
const PREVIOUS = process.env['LONGLINE_PREVIOUS']!;

/** The engine's own code, and the contract that is part of it. */
const isOfTheEngine = (path: string) => /^(sync|api\/contract)\//.test(path);

/** The engine's tests of this version, with the server of the previous release: `npm run test:previous`. */
export default defineConfig({
  root: ROOT,
  plugins: [
    {
      name: 'previous-server',
      enforce: 'pre',
      resolveId(source, importer) {
        if (!source.startsWith('.') || importer === undefined || !isOfTheEngine(relative(ROOT, importer))) return null;
        const target = relative(ROOT, resolve(dirname(importer), source));
        const there = join(PREVIOUS, target);
        // The tests may use parts that the release lacks, such as how they open a database.
        return target.startsWith('api/') && !isOfTheEngine(target) && existsSync(there) ? there : null;
      },
    },
  ],
  test: {
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: '100%',
    execArgv: ['--liftoff-only'],
    include: ['sync/**/*.test.ts'],
    globalSetup: [join(PREVIOUS, 'api/testing/migrated-pglite.ts')],
    setupFiles: ['fake-indexeddb/auto'],
    isolate: false,
    unstubGlobals: true,
    testTimeout: 60_000,
  },
});
