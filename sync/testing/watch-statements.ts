import type { PGlite, Transaction } from '@electric-sql/pglite';

export interface StatementHooks {
  /** Runs before each statement except begin and commit; throwing simulates a database error. */
  beforeStatement: (text: string) => void;
}

export function watchStatements(client: PGlite): StatementHooks {
  const hooks: StatementHooks = { beforeStatement: () => {} };
  const watched = (query: PGlite['query']): PGlite['query'] =>
    async function queryAfterHook<Row>(...statement: Parameters<PGlite['query']>) {
      hooks.beforeStatement(statement[0]);
      return query<Row>(...statement);
    };
  const begin = client.transaction.bind(client);
  Object.assign(client, {
    query: watched(client.query.bind(client)),
    transaction: (body: (tx: Transaction) => Promise<unknown>) =>
      begin((tx) => body(Object.assign(tx, { query: watched(tx.query.bind(tx)) }))),
  });
  return hooks;
}
