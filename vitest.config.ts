import { defineConfig } from 'vitest/config';

/** Suites, which `.ci/test.mjs` runs one after the other: each starts only what it needs. */
export default defineConfig({
  test: {
    // Slow machines need more time than the default of one second.
    expect: { poll: { timeout: 30_000 } },
    // By default one core is kept idle, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['api/contract/**/*.test.ts', 'sync/**/*.test.ts', 'pwa/**/*.test.{ts,tsx}', '.ci/**/*.test.mjs'],
          exclude: ['pwa/e2e/**'],
          globalSetup: ['api/testing/migrated-pglite.ts'],
          // The engine's tests run the real API in their own process.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['api/**/*.test.{ts,tsx}'],
          exclude: ['api/contract/**'],
          globalSetup: ['api/testing/migrated-pglite.ts', 'api/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          // The media tests of `api`, on an S3 server instead of a disk.
          name: 's3',
          include: ['api/media/**/*.store.test.ts'],
          globalSetup: ['api/testing/migrated-pglite.ts', 'api/testing/global-setup-s3.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['pwa/e2e/**/*.test.ts'],
          exclude: ['pwa/e2e/engines/**'],
          globalSetup: ['api/testing/migrated-pglite.ts'],
          setupFiles: ['pwa/e2e/harness/tell-what-pages-showed.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
          // Two browsers at once make waiting times unpredictable on a small machine.
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          // Engines other than Chromium, over WebDriver.
          name: 'webkit',
          include: ['pwa/e2e/engines/webkit.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
