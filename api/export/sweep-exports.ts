import { inArray, lt, or } from 'drizzle-orm';
import { EXPORT_KEPT_DAYS } from '../contract/limits.ts';
import { dataExports } from '../db/tables/exports.ts';
import type { ExportServices } from './make-export.ts';
import { buildOfNote, EXPORT_NOTES, removeBuild } from './stored-export.ts';

const DAY_MS = 86_400_000;
const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

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
  // A file system may have put other files beside them.
  for await (const { name } of store.notes.list(EXPORT_NOTES)) if (isUuid(buildOfNote(name))) builds.add(buildOfNote(name));
  if (builds.size === 0) return;
  // An attempt is in its row before its first text is stored.
  const rows = await db
    .select({ buildId: dataExports.buildId })
    .from(dataExports)
    .where(inArray(dataExports.buildId, [...builds]));
  for (const { buildId } of rows) if (buildId) builds.delete(buildId);
  for (const buildId of builds) await removeBuild(store.notes, buildId);
}
