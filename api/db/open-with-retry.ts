import { setTimeout as wait } from 'node:timers/promises';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import type { OpenDatabase } from './open.ts';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5_000;

/**
 * Opens the database and migrates it. While PostgreSQL is away it retries without limit; the operator decides when to
 * stop the process.
 * @param say receives each reason for waiting once
 * @param beforeMigrating may still read the database as it was
 * @throws AbortError when `stopping` is aborted, and any error that waiting cannot fix
 */
export async function openWithRetry(
  open: () => Promise<OpenDatabase>,
  say: (line: string) => void,
  stopping: AbortSignal,
  beforeMigrating: (database: OpenDatabase) => Promise<void> = () => Promise.resolve(),
): Promise<OpenDatabase> {
  let said = '';
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)) {
    stopping.throwIfAborted();
    try {
      return await openAndMigrate(open, beforeMigrating);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      const { message } = error as Error;
      if (message !== said) say(`${message} Waiting for it.`);
      said = message;
    }
    await wait(waitMs, undefined, { signal: stopping });
  }
}

async function openAndMigrate(
  open: () => Promise<OpenDatabase>,
  beforeMigrating: (database: OpenDatabase) => Promise<void>,
): Promise<OpenDatabase> {
  const database = await open();
  try {
    await beforeMigrating(database);
    await database.migrate();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
