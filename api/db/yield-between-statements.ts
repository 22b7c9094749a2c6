import { setImmediate as otherWork } from 'node:timers/promises';
import type { PGlite, Transaction } from '@electric-sql/pglite';

/**
 * PGlite runs inside this process and never waits for I/O, so a long series of statements would block the event loop.
 * Yields after each statement.
 */
export function yieldBetweenStatements(client: PGlite): PGlite {
  const query = yielding(client.query.bind(client));
  const begin = client.transaction.bind(client);
  return Object.assign(client, {
    query,
    transaction: ((run: (tx: Transaction) => Promise<unknown>) =>
      begin((tx) => run(Object.assign(tx, { query: yielding(tx.query.bind(tx)) })))) as PGlite['transaction'],
  });
}

const yielding = (query: PGlite['query']): PGlite['query'] =>
  async function queryThenYield<T>(...statement: Parameters<PGlite['query']>) {
    const results = await query<T>(...statement);
    await otherWork();
    return results;
  };
