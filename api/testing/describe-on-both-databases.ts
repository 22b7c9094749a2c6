import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe, inject } from 'vitest';
import { openPglite, openPostgres, type OpenDatabase } from '../db/open.ts';
import { TEMPLATE, withDatabase } from './postgres-template.ts';
import { migratedDump } from './migrated-pglite.ts';

/** An empty, separate database with all migrations; closed automatically after the surrounding tests. */
export type OpenFresh = () => Promise<OpenDatabase>;

/**
 * Runs the same tests on PGlite and on PostgreSQL. Call `open` in a hook or test for each database that it needs.
 * PGlite queues transactions, so races only occur on PostgreSQL: test those with `describeOnPostgres`.
 */
export function describeOnBothDatabases(name: string, tests: (open: OpenFresh, kind: 'pglite' | 'postgres') => void): void {
  describe(`${name} (PGlite)`, () => tests(closingAfterwards(openFreshPglite), 'pglite'));
  describeOnPostgres(name, (open) => tests(open, 'postgres'));
}

export function describeOnPostgres(name: string, tests: (open: OpenFresh) => void): void {
  describe(`${name} (PostgreSQL)`, () => tests(closingAfterwards(openFreshPostgres)));
}

function closingAfterwards(open: OpenFresh): OpenFresh {
  const opened: OpenDatabase[] = [];
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()));
  });
  return async () => {
    const database = await open();
    opened.push(database);
    return database;
  };
}

async function openFreshPglite() {
  return openPglite({ loadDataDir: await migratedDump() });
}

async function openFreshPostgres() {
  return openPostgres(await freshPostgresUrl());
}

/** The URL of an empty database with all migrations, for a server in a separate process. */
export async function freshPostgresUrl(): Promise<string> {
  const serverUrl = inject('postgresUrl');
  const name = `longline_${randomUUID().replaceAll('-', '')}`;
  const maintenance = new pg.Client({ connectionString: serverUrl });
  await maintenance.connect();
  try {
    await maintenance.query(`create database ${name} template ${TEMPLATE}`);
  } finally {
    await maintenance.end();
  }
  return withDatabase(serverUrl, name);
}
