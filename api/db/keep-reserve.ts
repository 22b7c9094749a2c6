import type { PGlite, Results, Transaction } from '@electric-sql/pglite';
import { DatabaseFull } from './database-full.ts';

/**
 * Space that changes leave free. PostgreSQL cannot continue once its log or a checkpoint finds no space, and PGlite then
 * hangs the process (docs/decisions/0158). Four files of the log.
 */
export const RESERVE_BYTES = 64 * 1024 * 1024;

/** SQLSTATE read_only_sql_transaction. */
const READ_ONLY = '25006';

/**
 * Makes an embedded database refuse changes while its disk has less space than the reserve: PostgreSQL itself knows which
 * statements change something.
 * @returns a function that starts this
 */
export function keepReserve(client: PGlite, freeBytes: () => number): () => void {
  let isKept = false;
  let isFull = false;
  const look = async () => {
    const wasFull = isFull;
    isFull = isKept && freeBytes() < RESERVE_BYTES;
    if (isFull !== wasFull) await query(`set default_transaction_read_only = ${isFull ? 'on' : 'off'}`);
  };
  const query = client.query.bind(client);
  const begin = client.transaction.bind(client);
  Object.assign(client, {
    query: (async (...statement) => {
      await look();
      return inWords(query(...statement));
    }) as PGlite['query'],
    transaction: (async (run: (tx: Transaction) => Promise<unknown>) => {
      await look();
      return begin((tx) => {
        const within = tx.query.bind(tx);
        return run(Object.assign(tx, { query: ((...statement) => inWords(within(...statement))) as Transaction['query'] }));
      });
    }) as PGlite['transaction'],
  });
  return () => void (isKept = true);
}

async function inWords<Row>(results: Promise<Results<Row>>): Promise<Results<Row>> {
  try {
    return await results;
  } catch (error) {
    if ((error as { code?: unknown }).code !== READ_ONLY) throw error;
    throw new DatabaseFull('The disk of the database is almost full', { cause: error });
  }
}
