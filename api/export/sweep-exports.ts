import { inArray, lt, or } from 'drizzle-orm';
import { EXPORT_KEPT_DAYS } from '../contract/limits.ts';
import { dataExports } from '../db/tables/exports.ts';
import type { ExportServices } from './make-export.ts';
import { buildOfNote, EXPORT_NOTES, removeBuild } from './stored-export.ts';

const DAY_MS = 86_400_000;

/**
 * Deletes exports that were kept long enough, and texts without an export: a process may end between a row and its texts.
 * @param agesUntil null: nothing may be deleted by age now
 */
export async function sweepExports({ db, store }: Pick<ExportServices, 'db' | 'store'>, agesUntil: Date | null): Promise<void> {
  if (agesUntil) {
    const old = new Date(agesUntil.getTime() - EXPORT_KEPT_DAYS * DAY_MS);
    await db.delete(dataExports).where(or(lt(dataExports.readyAt, old), lt(dataExports.failedAt, old)));
  }
  const builds = new Set<string>();
  for await (const { name } of store.notes.list(EXPORT_NOTES)) builds.add(buildOfNote(name));
  if (builds.size === 0) return;
  // An attempt is in its row before its first text is stored.
  const rows = await db
    .select({ buildId: dataExports.buildId })
    .from(dataExports)
    .where(inArray(dataExports.buildId, [...builds]));
  for (const { buildId } of rows) if (buildId) builds.delete(buildId);
  for (const buildId of builds) await removeBuild(store.notes, buildId);
}
