import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMigratedPglite } from '../../../api/testing/templates.ts';
import { DATABASE_TEMPLATE } from './server.ts';

/** Migrates one embedded database for the whole run: each server starts on a copy, which takes a quarter of the time. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'longline-e2e-template-'));
  const client = await createMigratedPglite(join(folder, 'database'));
  await client.close();
  process.env[DATABASE_TEMPLATE] = join(folder, 'database');
  return () => rm(folder, { recursive: true, force: true });
}
