import { and, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { REPORT_KEPT_DAYS } from '../contract/limits.ts';
import { decisions, heldObjects, reports } from '../db/tables/reports.ts';
import { raiseFeeds } from '../feeds/raise-feeds.ts';
import type { Services } from '../services.ts';

const DAY_MS = 86_400_000;
const ROWS_AT_ONCE = 500;

/** Deletes evidence whose time is over at `agesUntil`, and old reports with their log. */
export async function sweepReports(services: Pick<Services, 'db' | 'now' | 'newId' | 'serverRun'>, agesUntil: Date): Promise<void> {
  const { db } = services;
  // What is not decided yet stays.
  const isSettled = and(isNotNull(reports.decidedAt), or(isNull(reports.appealedAt), isNotNull(reports.appealDecidedAt)));
  const isOver = and(lt(reports.heldUntil, agesUntil), isSettled);
  const over = await db.select({ id: reports.id }).from(reports).where(isOver).limit(ROWS_AT_ONCE);
  const ids = over.map(({ id }) => id);
  if (ids.length > 0) {
    await db.transaction(async (tx) => {
      await tx.delete(heldObjects).where(inArray(heldObjects.reportId, ids));
      await tx
        .update(reports)
        .set({ evidence: null, before: null, heldUntil: null })
        .where(and(inArray(reports.id, ids), isOver));
    });
  }
  const before = new Date(agesUntil.getTime() - REPORT_KEPT_DAYS * DAY_MS);
  await db.transaction(async (tx) => {
    const old = tx
      .select({ id: reports.id })
      .from(reports)
      .where(and(lt(reports.decidedAt, before), isSettled))
      .limit(ROWS_AT_ONCE);
    const gone = await tx.delete(reports).where(inArray(reports.id, old)).returning();
    const raises = gone.flatMap(({ id, reporterId, ownerId, ownerTold }) =>
      [reporterId, ownerTold ? ownerId : null].flatMap((userId) =>
        userId ? [{ kind: 'own', userId, entity: 'reports', rowId: id, gone: true } as const] : [],
      ),
    );
    await raiseFeeds(tx, services, raises);
  });
  await db.delete(decisions).where(lt(decisions.at, before));
}
