import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { Hono } from 'hono';
import { setAge } from '../account/age.ts';
import { mustBeAdmin } from '../auth/require-access.ts';
import { type AdminReport, AdminReportsQuery, type LoggedDecision, type ReportCounts, type ReportList } from '../contract/admin-reports.ts';
import { ListQuery, ONLINE_CALLS } from '../contract/online-calls.ts';
import { users } from '../db/tables/people.ts';
import { decisions, reports } from '../db/tables/reports.ts';
import { notFound, Refusal } from '../errors.ts';
import { changeRows } from '../routes/change-rows.ts';
import { mustBeDeviceUser } from '../routes/device-user.ts';
import { fullName } from '../routes/full-name.ts';
import { beforeMoment } from '../routes/keyset.ts';
import { answerList, FIRST_MOMENT, type Keyset, LAST_MOMENT, momentCursor, parseQuery } from '../routes/list-page.ts';
import { parsePayload } from '../routes/parse-payload.ts';
import { mustBeId } from '../routes/path-id.ts';
import { readJson } from '../routes/read-json.ts';
import type { AppEnv, Services } from '../services.ts';
import { decide } from './decide.ts';
import { logDecision } from './log-decision.ts';

const LIST_DEFAULT_REPORTS = 50;
const NO_PERSON = 'No one here has this email address';

/** Of several open reports of a row, the one that is due first. */
const isFirstOfRow = sql`not exists (
  select from reports earlier where earlier.subject_id = reports.subject_id and earlier.outcome is null
    and (earlier.due_at, earlier.id) < (reports.due_at, reports.id))`;

const reporters = alias(users, 'reporters');
const owners = alias(users, 'owners');

/** What administrators do with reports, complaints and appeals (R380), and with a wrong answer about an age (R378). */
export function adminReportRoutes(services: Services): Hono<AppEnv> {
  const { db } = services;
  const lists: Record<
    ReportList,
    { where: SQL | undefined; moment: typeof reports.dueAt | typeof reports.appealDueAt | typeof reports.decidedAt }
  > = {
    open: { where: and(isNull(reports.outcome), isFirstOfRow), moment: reports.dueAt },
    appeals: { where: and(isNotNull(reports.appealedAt), isNull(reports.appealDecidedAt)), moment: reports.appealDueAt },
    decided: { where: isNotNull(reports.decidedAt), moment: reports.decidedAt },
  };
  const columns = {
    report: reports,
    reporter: { id: reporters.id, firstName: reporters.firstName, lastName: reporters.lastName, email: reporters.email },
    owner: { id: owners.id, firstName: owners.firstName, lastName: owners.lastName, email: owners.email },
    others: sql<AdminReport['others']>`coalesce((
      select json_agg(json_build_object('reason', other.reason, 'note', other.note, 'atSeconds', other.at_seconds) order by other.created_at, other.id)
      from reports other
      where other.subject_id = ${reports.subjectId} and other.outcome is null and other.id <> ${reports.id}), '[]')`,
  };
  const read = (where: SQL | undefined) =>
    db
      .select(columns)
      .from(reports)
      .leftJoin(reporters, eq(reporters.id, reports.reporterId))
      .leftJoin(owners, eq(owners.id, reports.ownerId))
      .where(where)
      .$dynamic();
  type Row = Awaited<ReturnType<typeof read>>[number];
  const readLog = db
    .select({
      decision: decisions,
      admin: { firstName: reporters.firstName, lastName: reporters.lastName },
      person: { firstName: owners.firstName, lastName: owners.lastName },
    })
    .from(decisions)
    .leftJoin(reporters, eq(reporters.id, decisions.adminId))
    .leftJoin(owners, eq(owners.id, decisions.personId))
    .where(beforeMoment(decisions.at, decisions.id))
    .orderBy(desc(decisions.at), desc(decisions.id))
    .limit(sql.placeholder('limit'))
    .prepare('logged_decisions');

  return new Hono<AppEnv>()
    .get(ONLINE_CALLS['admin.reports'].path, async (c) => {
      const { userId } = mustBeDeviceUser(c, mustBeAdmin);
      const query = parseQuery(c, AdminReportsQuery);
      const { where, moment } = lists[query.list];
      const isNewestFirst = query.list === 'decided';
      const readPart = ({ key, id, limit }: Keyset & { limit: number }) => {
        const place = sql`(${key}::text::timestamptz, ${id}::text::uuid)`;
        const after = isNewestFirst ? sql`(${moment}, ${reports.id}) < ${place}` : sql`(${moment}, ${reports.id}) > ${place}`;
        const order = isNewestFirst ? [desc(moment), desc(reports.id)] : [asc(moment), asc(reports.id)];
        return read(and(where, after))
          .orderBy(...order)
          .limit(limit);
      };
      const keysetOf = ({ report }: Row): Keyset => {
        const at = { open: report.dueAt, appeals: report.appealDueAt, decided: report.decidedAt }[query.list];
        return { key: at?.toISOString() ?? '', id: report.id };
      };
      const start = momentCursor(query, isNewestFirst ? LAST_MOMENT : FIRST_MOMENT);
      return answerList(c, { ...query, limit: query.limit ?? LIST_DEFAULT_REPORTS }, start, readPart, keysetOf, (row) =>
        toAnswer(row, userId),
      );
    })
    .get(ONLINE_CALLS['admin.reportCounts'].path, async (c) => {
      mustBeDeviceUser(c, mustBeAdmin);
      const [open, appeals] = [await db.$count(reports, lists.open.where), await db.$count(reports, lists.appeals.where)];
      return c.json({ open, appeals } satisfies ReportCounts);
    })
    .post('/api/admin/reports/:id/decision', async (c) => {
      const { userId } = mustBeDeviceUser(c, mustBeAdmin);
      const id = mustBeId(c, 'id');
      await decide(services, userId, id, parsePayload(ONLINE_CALLS['admin.decideReport'].payload, await readJson(c)));
      const [row] = await read(eq(reports.id, id));
      if (!row) throw notFound();
      return c.json(toAnswer(row, userId));
    })
    .get(ONLINE_CALLS['admin.decisions'].path, async (c) => {
      mustBeDeviceUser(c, mustBeAdmin);
      const query = parseQuery(c, ListQuery);
      return answerList(
        c,
        query,
        momentCursor(query, LAST_MOMENT),
        (part) => readLog.execute({ ...part }),
        ({ decision }) => ({ key: decision.at.toISOString(), id: decision.id }),
        ({ decision: { id, at, action, number, note }, admin, person }): LoggedDecision => ({
          id,
          at: at.toISOString(),
          admin: admin && (fullName(admin) || null),
          action,
          number,
          person: person && (fullName(person) || null),
          note,
        }),
      );
    })
    .post(ONLINE_CALLS['admin.correctAge'].path, async (c) => {
      const { userId } = mustBeDeviceUser(c, mustBeAdmin);
      const { email, isAdult, note } = parsePayload(ONLINE_CALLS['admin.correctAge'].payload, await readJson(c));
      await changeRows(services, async (context) => {
        const [person] = await context.tx
          .select({ id: users.id, isAdult: users.isAdult })
          .from(users)
          .where(eq(users.email, email))
          .for('no key update');
        if (!person) throw new Refusal('conflict', NO_PERSON);
        await setAge(context, person.id, isAdult);
        await logDecision(context, { adminId: userId, action: 'age', number: null, personId: person.id, note });
      });
      return c.json({});
    });
}

/** What an administrator may read of a report. Of one about a row of their own, not who made it (R379). */
const toAnswer = (
  {
    report,
    reporter,
    owner,
    others,
  }: {
    report: typeof reports.$inferSelect;
    reporter: Named | null;
    owner: Named | null;
    others: AdminReport['others'];
  },
  adminId: string,
): AdminReport => ({
  id: report.id,
  number: report.number,
  subject: report.subject,
  subjectId: report.subjectId,
  title: report.title,
  reason: report.reason,
  atSeconds: report.atSeconds,
  note: report.ownerId === adminId ? '' : report.note,
  reporter: report.ownerId === adminId ? UNNAMED : (concerned(reporter) ?? { ...UNNAMED, email: report.reporterEmail }),
  owner: concerned(owner),
  createdAt: report.createdAt.toISOString(),
  dueAt: report.dueAt.toISOString(),
  isPaused: report.isPaused,
  others: report.ownerId === adminId ? [] : others,
  outcome: report.outcome,
  answer: report.answer,
  decidedAt: report.decidedAt?.toISOString() ?? null,
  appealedAt: report.appealedAt?.toISOString() ?? null,
  appealedBy: report.appealedBy,
  appealNote: report.appealNote,
  appealDueAt: report.appealDueAt?.toISOString() ?? null,
  appealAnswer: report.appealAnswer,
  appealDecidedAt: report.appealDecidedAt?.toISOString() ?? null,
  evidence: report.evidence,
});

const UNNAMED = { userId: null, name: null, email: null };

type Named = Pick<typeof users.$inferSelect, 'id' | 'firstName' | 'lastName' | 'email'>;
const concerned = (person: Named | null) => person && { userId: person.id, name: fullName(person) || null, email: person.email };
