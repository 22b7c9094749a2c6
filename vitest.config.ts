import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files that run for minutes. By default the biggest file runs first, and these would end alone. */
const LONG = /\/(simulation|crash)\.test\.ts$/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(LONG.test(b.moduleId)) - Number(LONG.test(a.moduleId)));
  }
}

/** Optimizing the code of the embedded database takes longer than the tests of a file gain from it. */
const QUICK_START = ['--liftoff-only'];

/** These measure time and memory, so nothing runs beside them. */
const ALONE = '**/*.alone.test.ts';

/** These need an S3 server. */
const BUCKET = '**/*.bucket.test.ts';

/**
 * Ends only what hangs. On a small machine, `.ci/run` runs most tests at a low priority beside a browser, where they take up to
 * ten times as long as alone.
 */
const HANGS_MS = 300_000;

/** Projects of the suites in `.ci/suites.mjs`. Each starts only what it needs. */
export default defineConfig({
  test: {
    // Slow machines need more time than the default of one second.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: HANGS_MS,
    hookTimeout: HANGS_MS,
    // By default one core is kept idle, which is half of a small machine.
    maxWorkers: '100%',
    sequence: { sequencer: LongFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['api/contract/**/*.test.ts', 'pwa/**/*.test.ts', '.ci/**/*.test.mjs'],
          exclude: ['pwa/e2e/**', ALONE],
          setupFiles: ['fake-indexeddb/auto'],
          isolate: false,
          unstubGlobals: true,
        },
      },
      {
        extends: true,
        test: {
          // Components. Some replace a module, which must not reach the next file.
          name: 'unit-components',
          include: ['pwa/**/*.test.tsx'],
          setupFiles: ['fake-indexeddb/auto'],
        },
      },
      {
        extends: true,
        test: {
          // The engine's tests run the real API in their own process. Importing it takes longer than most of them.
          name: 'unit-sync',
          execArgv: QUICK_START,
          include: ['sync/**/*.test.ts'],
          exclude: [ALONE],
          globalSetup: ['api/testing/migrated-pglite.ts'],
          setupFiles: ['fake-indexeddb/auto'],
          isolate: false,
          unstubGlobals: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          execArgv: QUICK_START,
          include: ['api/**/*.test.{ts,tsx}'],
          exclude: ['api/contract/**', ALONE, BUCKET],
          globalSetup: ['api/testing/migrated-pglite.ts', 'api/testing/global-setup.ts'],
          isolate: false,
          unstubGlobals: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          execArgv: QUICK_START,
          include: [`api/${ALONE}`],
          fileParallelism: false,
          globalSetup: ['api/testing/migrated-pglite.ts', 'api/testing/global-setup.ts'],
          isolate: false,
          unstubGlobals: true,
        },
      },
      {
        extends: true,
        test: {
          // The tests of media in `api`, on an S3 server instead of a disk, and those of S3 alone.
          name: 's3',
          execArgv: QUICK_START,
          include: ['api/{media,backup,erasure,routes}/**/*.store.test.ts', `api/${BUCKET}`],
          globalSetup: ['api/testing/migrated-pglite.ts', 'api/testing/global-setup-s3.ts'],
          isolate: false,
          unstubGlobals: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['pwa/e2e/**/*.test.ts'],
          exclude: ['pwa/e2e/engines/{firefox,webkit}.test.ts', 'pwa/e2e/{through-nginx,rolling-restart,stack}.test.ts'],
          globalSetup: ['api/testing/migrated-pglite.ts'],
          setupFiles: ['pwa/e2e/harness/tell-what-pages-showed.ts'],
          expect: { poll: { timeout: 60_000 } },
          // Loading Playwright takes a second or two.
          isolate: false,
          // Two browsers at once save a third of the time, but on a small machine one sometimes draws nothing for minutes.
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          // Chromium, and two replicas, behind Debian's nginx.
          name: 'nginx',
          include: ['pwa/e2e/{through-nginx,rolling-restart}.test.ts'],
          globalSetup: ['api/testing/migrated-pglite.ts'],
          setupFiles: ['pwa/e2e/harness/tell-what-pages-showed.ts'],
        },
      },
      {
        extends: true,
        test: {
          // Chromium, and two replicas on PostgreSQL and an S3 server, behind Debian's Caddy.
          name: 'stack',
          include: ['pwa/e2e/stack.test.ts'],
          setupFiles: ['pwa/e2e/harness/tell-what-pages-showed.ts'],
          expect: { poll: { timeout: 60_000 } },
        },
      },
      // Engines other than Chromium.
      ...['firefox', 'webkit'].map((name) => ({
        extends: true as const,
        test: {
          name,
          include: [`pwa/e2e/engines/${name}.test.ts`],
          globalSetup: ['api/testing/migrated-pglite.ts'],
        },
      })),
    ],
  },
});
