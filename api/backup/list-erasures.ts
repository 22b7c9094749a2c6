import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '../db/database.ts';
import { findInstallation } from '../db/installation.ts';
import { isBehind } from '../db/migrate.ts';
import { installation } from '../db/tables/installation.ts';
import { erasedAccounts } from '../db/tables/people.ts';
import { addErased } from './erased-list.ts';
import { mustBeOwn } from './must-be-own.ts';

/** A folder of backups whose list could not be completed, and one line that says why. */
export interface Unlisted {
  folder: string;
  why: string;
}

/**
 * Adds every erasure of this database to the lists in the folders that have its backups. What a list lacks is added by a
 * later call: the database keeps its own (docs/decisions/0150).
 */
export async function listErasures(db: Database): Promise<Unlisted[]> {
  const erased = await erasedIn(db);
  if (erased.length === 0) return [];
  const { id, backupFolders } = await findInstallation(db);
  const unlisted: Unlisted[] = [];
  for (const folder of backupFolders) {
    try {
      // A disk that is not mounted leaves an empty folder in its place.
      if (!(await stat(join(folder, 'media')).catch(() => null))) throw new Error('It has no backups now.');
      await mustBeOwn(folder, id);
      await addErased(folder, erased);
    } catch (error) {
      unlisted.push({ folder, why: (error as Error).message });
    }
  }
  return unlisted;
}

/**
 * Lists every earlier erasure in a folder that gets a backup, and remembers the folder for later ones. Does nothing while
 * the tables are of an older version.
 */
export async function listErasuresIn(db: Database, root: string): Promise<void> {
  if (await isBehind(db)) return;
  await rememberFolder(db, root);
  await addErased(root, await erasedIn(db));
}

async function rememberFolder(db: Queryable, root: string): Promise<void> {
  const { backupFolders } = installation;
  await db
    .update(installation)
    .set({ backupFolders: sql`array_append(${backupFolders}, ${root}::text)` })
    .where(sql`not ${root}::text = any(${backupFolders})`);
}

/**
 * For a restored database: it may be a copy beside the original, whose folders its erasures must not reach. The first backup
 * that it makes remembers its own folder, and lists there what was erased since.
 */
export const forgetFolders = (db: Queryable) => db.update(installation).set({ backupFolders: [] });

const erasedIn = async (db: Database): Promise<string[]> =>
  (await db.select({ userId: erasedAccounts.userId }).from(erasedAccounts)).map(({ userId }) => userId);
