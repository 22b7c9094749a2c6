import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** PGlite or PostgreSQL behind drizzle: the same SQL runs on both. */
export type Database = PgDatabase<PgQueryResultHKT>;
/** What a transaction passes to its callback; queries that may run inside one take `Queryable`. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
export type Queryable = Database | Transaction;
