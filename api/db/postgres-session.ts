import { hash } from 'node:crypto';
import { NodePgDatabase, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Database } from './database.ts';
import { ask, connect } from './postgres-pool.ts';

type NoSchema = Record<string, never>;
type Prepare = NodePgSession<NoSchema, NoSchema>['prepareQuery'];
type Work<T> = (tx: NodePgTransaction<NoSchema, NoSchema>) => Promise<T>;

/**
 * Drizzle over a pool. Queries fail with `DatabaseUnavailable` while PostgreSQL is unreachable.
 * @param options.prepares whether connections remember prepared statements. Those of a pooler do not.
 */
export function overPool(pool: pg.Pool, { prepares }: { prepares: boolean }): Database {
  const dialect = new PgDialect();
  return new NodePgDatabase(dialect, new PoolSession(pool, dialect, prepares), undefined);
}

/** Drizzle over one connection that the caller holds. */
export function overClient(client: pg.PoolClient): NodePgDatabase {
  const dialect = new PgDialect();
  return new NodePgDatabase(dialect, new NamedSession((query, values) => ask(client, query, values), dialect, true), undefined);
}

type Query = (query: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>;

/**
 * Names each prepared statement by its text, because one of our names, such as `rows`, covers many texts. Text without
 * parameters is sent unprepared.
 */
class NamedSession extends NodePgSession<NoSchema, NoSchema> {
  readonly #prepares: boolean;

  constructor(query: Query, dialect: PgDialect, prepares: boolean) {
    // Drizzle uses `query` alone of a client.
    super({ query } as unknown as pg.Client, dialect, undefined);
    this.#prepares = prepares;
  }

  override prepareQuery: Prepare = (query, fields, name, ...rest) => {
    const isPrepared = name && query.params.length > 0 && this.#prepares;
    return super.prepareQuery(query, fields, isPrepared ? hash('sha1', query.sql, 'base64url') : undefined, ...rest);
  };
}

class PoolSession extends NamedSession {
  readonly #pool: pg.Pool;
  readonly #dialect: PgDialect;
  readonly #prepares: boolean;

  constructor(pool: pg.Pool, dialect: PgDialect, prepares: boolean) {
    super((query, values) => askOnce(pool, query, values), dialect, prepares);
    this.#pool = pool;
    this.#dialect = dialect;
    this.#prepares = prepares;
  }

  /**
   * Drizzle's own `transaction` never releases a connection that ended before `begin`, and throws the error of `rollback`
   * instead of the original one.
   */
  override async transaction<T>(work: Work<T>, config?: PgTransactionConfig): Promise<T> {
    const client = await connect(this.#pool);
    const session = new NamedSession((query, values) => ask(client, query, values), this.#dialect, this.#prepares);
    const tx = new NodePgTransaction<NoSchema, NoSchema>(this.#dialect, session, undefined);
    let isClean = true;
    try {
      await ask(client, 'begin');
      if (config) await tx.setTransaction(config);
      const result = await work(tx);
      const { command } = await ask(client, 'commit');
      // PostgreSQL answers ROLLBACK, not with an error, if the callback caught a failure in the transaction.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back because a statement in it failed');
      return result;
    } catch (error) {
      isClean = await ask(client, 'rollback').then(
        () => true,
        () => false,
      );
      throw error;
    } finally {
      client.release(!isClean);
    }
  }
}

async function askOnce(pool: pg.Pool, query: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
  const client = await connect(pool);
  try {
    return await ask(client, query, values);
  } finally {
    client.release();
  }
}
