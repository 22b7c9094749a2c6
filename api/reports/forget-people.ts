import { eq, inArray, or, sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { decisions, heldObjects, reports } from '../db/tables/reports.ts';
import type { Raise } from '../feeds/raise-feeds.ts';

/**
 * Takes an erased person out of reports and the log of decisions. What was theirs goes; that there was a report, and its outcome, stay.
 * @returns what the caller has to raise: the other people of these reports read them again
 */
export async function forgetInReports(tx: Transaction, userId: string): Promise<Raise[]> {
  const theirs = or(eq(reports.ownerId, userId), eq(reports.reporterId, userId));
  const found = await tx.select().from(reports).where(theirs);
  const ofOwner = found.flatMap(({ id, ownerId }) => (ownerId === userId ? [id] : []));
  await tx.delete(heldObjects).where(inArray(heldObjects.reportId, ofOwner));
  const version = sql`${reports.version} + 1`;
  const nothing = { title: '', evidence: null, before: null, heldUntil: null, appealNote: null };
  await tx
    .update(reports)
    .set({ ...nothing, ownerId: null, version })
    .where(eq(reports.ownerId, userId));
  await tx
    .update(reports)
    .set({ reporterId: null, reporterEmail: null, note: '', appealNote: null, version })
    .where(eq(reports.reporterId, userId));
  await tx.update(decisions).set({ adminId: null }).where(eq(decisions.adminId, userId));
  await tx.update(decisions).set({ personId: null }).where(eq(decisions.personId, userId));
  return found.flatMap(({ id, ownerId, reporterId, ownerTold }) =>
    [reporterId, ownerTold ? ownerId : null].flatMap((reader) =>
      reader && reader !== userId ? [{ kind: 'own', userId: reader, entity: 'reports', rowId: id } as const] : [],
    ),
  );
}

/** Takes an erased address out of the reports that it was left with, without an account. */
export async function forgetAddressInReports(tx: Transaction, email: string): Promise<void> {
  await tx.update(reports).set({ reporterEmail: null }).where(eq(reports.reporterEmail, email));
}
