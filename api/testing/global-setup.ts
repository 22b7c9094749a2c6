import type { TestProject } from 'vitest/node';
import type { RunningS3 } from './start-radosgw.ts';
import { startPostgres } from './start-postgres.ts';
import { migratePostgresTemplate } from './postgres-template.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the maintenance database of a PostgreSQL server that runs as long as the tests. */
    postgresUrl: string;
    /** The run's S3 server. Null: media are files. */
    s3: Omit<RunningS3, 'stop'> | null;
  }
}

/**
 * One PostgreSQL server for the whole run. Each test file gets its own database from a template with all migrations.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  try {
    await migratePostgresTemplate(postgres.url);
    project.provide('postgresUrl', postgres.url);
    project.provide('s3', null);
    return () => postgres.stop();
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
