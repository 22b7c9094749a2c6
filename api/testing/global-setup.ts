import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import type { RunningS3 } from './start-radosgw.ts';
import { startPostgres } from './start-postgres.ts';
import { makeTemplates } from './templates.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the maintenance database of a PostgreSQL server that runs as long as the tests. */
    postgresUrl: string;
    /** Path of a PGlite dump with all migrations. */
    pgliteDump: string;
    /** A folder like DATA_DIR/database, with all migrations. */
    pgliteFolder: string;
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
    const templates = await makeTemplates(postgres.url);
    project.provide('postgresUrl', postgres.url);
    project.provide('pgliteDump', templates.pgliteDump);
    project.provide('pgliteFolder', templates.pgliteFolder);
    project.provide('s3', null);
    return async () => {
      await postgres.stop();
      await rm(templates.folder, { recursive: true, force: true });
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
