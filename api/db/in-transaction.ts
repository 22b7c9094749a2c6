import { isDatabaseUnavailable } from './database-unavailable.ts';
import type { Database, Transaction } from './database.ts';

/** The connection ended during the commit: it may or may not have happened. Its cause is a DatabaseUnavailable. */
export class UnknownCommit extends Error {
  override readonly name = 'UnknownCommit';
}

/** A transaction. @throws UnknownCommit; after any other error nothing has happened */
export async function inTransaction<Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  let isDone = false;
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx);
      isDone = true;
      return result;
    });
  } catch (error) {
    if (isDone && isDatabaseUnavailable(error)) throw new UnknownCommit('The connection ended during a commit', { cause: error });
    throw error;
  }
}
