import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, describe, inject } from 'vitest';
import { openPglite, openPostgres, type OpenDatabase } from '../db/open.ts';
import { TEMPLATE, withDatabase } from './templates.ts';

/** An empty database of its own with all migrations; closed by itself at the end of the tests around it. */
export type OpenFresh = () => Promise<OpenDatabase>;

/**
 * Runs the same tests on PGlite and on PostgreSQL. Call `open` in a hook or test as often as databases are needed.
 * PGlite queues transactions, so a race shows on PostgreSQL alone: `describeOnPostgres` is for those.
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
  return openPglite({ loadDataDir: new Blob([new Uint8Array(await readFile(inject('pgliteDump')))]) });
}

async function openFreshPostgres() {
  return openPostgres(await freshPostgresUrl());
}

/** For a server in a process of its own: the address of an empty database with all migrations. */
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
