import { expect, test } from 'vitest';
import { suiteOf } from './suites.mjs';

test.for([
  ['sync/engine.test.ts', 'unit'],
  ['api/contract/merge.test.ts', 'unit'],
  ['.ci/totals.test.mjs', 'unit'],
  ['api/listen.test.ts', 'api'],
  ['api/routes/request-cost.alone.test.ts', 'alone'],
  ['api/media/attacks.store.test.ts', 'api'],
  ['pwa/forms/use-first-draft.test.tsx', 'unit'],
  ['pwa/e2e/shell.test.ts', 'e2e'],
  ['pwa/e2e/through-nginx.test.ts', 'nginx'],
  ['pwa/e2e/rolling-restart.test.ts', 'nginx'],
  ['pwa/e2e/stack.test.ts', 'stack'],
  ['pwa/e2e/engines/webkit.test.ts', 'webkit'],
  ['pwa/e2e/engines/firefox.test.ts', 'firefox'],
  ['pwa/e2e/engines/chromium.test.ts', 'e2e'],
])('%s runs in the suite %s', ([path, suite]) => {
  expect(suiteOf(path)).toBe(suite);
});
