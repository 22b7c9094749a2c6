import { and, asc, eq, or, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { reports } from '../db/tables/reports.ts';
import { mustHaveOwnRows } from '../auth/require-access.ts';
import { afterMoment } from '../routes/keyset.ts';
import { answerOwnList } from '../routes/list-page.ts';
import type { AppEnv, Services } from '../services.ts';
import { reportFor } from './report-for.ts';

/** GET /api/reports: what one reported, and what happened to one's own rows. */
export function reportReads({ db }: Services): Hono<AppEnv> {
  const me = sql`${sql.placeholder('userId')}::text::uuid`;
  const readOwn = db
    .select()
    .from(reports)
    .where(
      and(
        or(sql`${reports.reporterId} = ${me}`, and(sql`${reports.ownerId} = ${me}`, eq(reports.ownerTold, true))),
        afterMoment(reports.createdAt, reports.id),
      ),
    )
    .orderBy(asc(reports.createdAt), asc(reports.id))
    .limit(sql.placeholder('limit'))
    .prepare('own_reports');
  return new Hono<AppEnv>().get('/api/reports', (c) => {
    const { userId } = mustHaveOwnRows(c);
    return answerOwnList(
      c,
      (part) => readOwn.execute({ ...part }),
      (row) => reportFor(row, userId),
    );
  });
}
