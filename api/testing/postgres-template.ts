import pg from 'pg';
import { migratePostgres } from '../db/migrate.ts';

export const TEMPLATE = 'longline_template';

export const withDatabase = (serverUrl: string, name: string): string => {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
};

/** Migrates one database once: copying it is much faster. */
export async function migratePostgresTemplate(serverUrl: string): Promise<void> {
  const maintenance = new pg.Client({ connectionString: serverUrl });
  await maintenance.connect();
  await maintenance.query(`create database ${TEMPLATE}`);
  await maintenance.end();
  await migratePostgres(withDatabase(serverUrl, TEMPLATE));
}
