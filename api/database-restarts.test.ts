import { expect, test } from 'vitest';
import { restartDatabase } from './testing/restart-database/restart-database.ts';

/** A short run of `npm run restart-database`. */
test('two replicas under load survive restarts of PostgreSQL without losing a confirmed change', async () => {
  const outcome = await restartDatabase({ restarts: 2, stopMs: 2_000, writers: 4 }, () => {});
  const { tally, confirmed, ...rest } = outcome;
  expect(rest).toEqual({ exits: [], lost: [], pokesArrive: true, slowestRecoveryMs: expect.any(Number) });
  expect(tally).toMatchObject({ withoutRetryAfter: 0, unexpected: [] });
  // Otherwise no request was running while the database was stopped.
  expect(tally.away).toBeGreaterThan(0);
  expect(confirmed).toBeGreaterThan(0);
});
