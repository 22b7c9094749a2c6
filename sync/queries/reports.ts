import type { Report } from '../../api/contract/entities/report.ts';
import { readRowSyncs, type RowSync } from '../status/row-sync.ts';
import { plainRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';

export interface ReportCard {
  report: Report;
  sync: RowSync;
}

/** What the store's person reported, and what happened to rows of theirs, the latest first. */
export async function listReports(store: Store): Promise<ReportCard[]> {
  const rows = await store.view('reports').toArray();
  const syncOf = await readRowSyncs(
    store,
    'reports',
    rows.map(({ id }) => id),
  );
  return rows.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).map((row) => ({ report: plainRow(row), sync: syncOf(row.id).sync }));
}

/** A report by its id; null if this device has none. */
export async function getReport(store: Store, id: string): Promise<ReportCard | null> {
  const row = await store.view('reports').get(id);
  if (!row) return null;
  return { report: plainRow(row), sync: (await readRowSyncs(store, 'reports', [id]))(id).sync };
}

/** What keeps a row of the store's person from others: a take-down, or a link that waits for a decision. */
export async function getHidingReport(store: Store, subjectId: string): Promise<Report | null> {
  const rows = await store.view('reports').where('subjectId').equals(subjectId).toArray();
  const hiding = rows.find(({ role, outcome, isPaused }) => role === 'owner' && (outcome === 'taken_down' || isPaused));
  return hiding ? plainRow(hiding) : null;
}
