import { and, eq, gt, isNull, max, sql } from 'drizzle-orm';
import type { Evidence } from '../contract/admin-reports.ts';
import { APPEAL_DAYS, OVERDUE_HELD_DAYS, REPORTS_OF_ROW_MAX } from '../contract/limits.ts';
import { REPORT_MESSAGES, subjectWords, REASON_WORDS } from '../contract/report-words.ts';
import { dueOf, type ReportReason, type ReportSubject } from '../contract/reports.ts';
import { sameValue } from '../contract/same-value.ts';
import type { Transaction } from '../db/database.ts';
import { heldObjects, reports } from '../db/tables/reports.ts';
import { users } from '../db/tables/people.ts';
import { videos } from '../db/tables/training.ts';
import { notFound, Refusal } from '../errors.ts';
import { adminAddresses } from '../mail/admin-addresses.ts';
import { type InLetters, pausedLetter, receivedLetter, waitingLetter } from '../mail/report-letters.ts';
import type { MutationContext } from '../routes/mutation-handler.ts';
import { findSubject } from './find-subject.ts';
import { logDecision } from './log-decision.ts';
import type { ReportRow } from './report-for.ts';

const DAY_MS = 86_400_000;
/** Reasons for which the public link of a session stops until the decision. */
const PAUSING: readonly ReportReason[] = ['cruelty', 'child'];
/** Whether a report for this reason stops a public link. */
export const isPausing = (reason: ReportReason | null): boolean => reason !== null && PAUSING.includes(reason);
/** The first report has the number after this one. */
const BEFORE_FIRST = 1_000;

export type FilingContext = Pick<MutationContext, 'tx' | 'now' | 'raise' | 'write'> & {
  services: Pick<MutationContext['services'], 'newId' | 'env'>;
};

/** Who reports or complains: an account, or someone who may leave an address. */
export type Filer = { userId: string; email: null } | { userId: null; email: string | null };

interface Filing {
  id: string;
  subject: ReportSubject;
  subjectId: string;
  reason: ReportReason;
  atSeconds: number | null;
  note: string;
}

/**
 * Takes a report in, with its evidence (R379). Reports of cruelty and of a child's safety stop the public link until they are decided.
 * @throws Refusal 404 for a row that the reporter may not see, 400 for their own, 409 for one that they or many others have reported
 */
export async function fileReport(context: FilingContext, { id, subject, subjectId, ...given }: Filing, filer: Filer): Promise<ReportRow> {
  const { tx, now } = context;
  const number = await nextNumber(tx);
  const found = await findSubject(tx, subject, subjectId, filer.userId);
  if (!found) throw notFound();
  if (found.ownerId === filer.userId) throw new Refusal('invalid', REPORT_MESSAGES.own, { fields: { subjectId: REPORT_MESSAGES.own } });
  const open = await tx
    .select({ reporterId: reports.reporterId, reason: reports.reason })
    .from(reports)
    .where(and(eq(reports.subjectId, subjectId), isNull(reports.outcome)));
  const isRepeat = filer.userId !== null && open.some(({ reporterId }) => reporterId === filer.userId);
  if (isRepeat) throw new Refusal('conflict', REPORT_MESSAGES.twice);
  const isUrgent = isPausing(given.reason);
  // Those of one kind only: a row full of other reports must not keep urgent ones away.
  const alike = open.filter(({ reporterId, reason }) => reporterId === null && isPausing(reason) === isUrgent);
  if (filer.userId === null && alike.length >= REPORTS_OF_ROW_MAX) throw new Refusal('conflict', REPORT_MESSAGES.often);

  const isPaused = isUrgent && found.isShared && !(await wasJustKept(context, subjectId, found.evidence));
  const dueAt = new Date(dueOf(given.reason, now.toISOString()));
  const row = await insert(context, {
    ...given,
    id,
    number,
    subject,
    subjectId,
    ownerId: found.ownerId,
    reporterId: filer.userId,
    reporterEmail: filer.email,
    title: found.title,
    createdAt: now,
    dueAt,
    isPaused,
    ownerTold: isPaused,
    evidence: found.evidence,
    heldUntil: new Date(dueAt.getTime() + OVERDUE_HELD_DAYS * DAY_MS),
  });
  for (const { path } of found.evidence.objects) await tx.insert(heldObjects).values({ path, reportId: id });
  if (isPaused) await tx.update(videos).set({ linkPaused: true }).where(eq(videos.id, subjectId));
  if (isPaused) {
    await logDecision(context, {
      adminId: null,
      action: 'paused',
      number,
      personId: found.ownerId,
      note: REASON_WORDS[given.reason],
    });
    const [owner] = await tx.select({ email: users.email }).from(users).where(eq(users.id, found.ownerId));
    context.write(owner?.email ?? null, pausedLetter(inLetters(row), dueAt, context.services.env.publicUrl));
    context.raise('own', found.ownerId, 'reports', id);
  }
  // One letter about a row is enough.
  await tellPeople(context, row, { toAdmins: open.length === 0 });
  return row;
}

interface Complaint {
  /** The report that it is about, if its author named one. */
  about: number | null;
  note: string;
}

/** Takes in a complaint about data or a decision. It is acknowledged by mail at once. */
export async function fileComplaint(context: FilingContext, { about, note }: Complaint, filer: Filer): Promise<ReportRow> {
  const { tx, now, services } = context;
  const number = await nextNumber(tx);
  const row = await insert(context, {
    id: services.newId(),
    number,
    subject: 'complaint',
    reporterId: filer.userId,
    reporterEmail: filer.email,
    title: about === null ? '' : `about number ${about}`,
    note,
    createdAt: now,
    dueAt: new Date(dueOf(null, now.toISOString())),
  });
  await tellPeople(context, row, { toAdmins: true });
  return row;
}

/** Held until the end of the transaction: two reports of one moment neither share a number nor overlook each other. */
async function nextNumber(tx: Transaction): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('reports', 0))`);
  const [last] = await tx.select({ number: max(reports.number) }).from(reports);
  return (last?.number ?? BEFORE_FIRST) + 1;
}

async function insert({ tx, raise }: FilingContext, values: typeof reports.$inferInsert): Promise<ReportRow> {
  const [row] = await tx.insert(reports).values(values).onConflictDoNothing().returning();
  if (!row) throw new Refusal('conflict', 'This id is already in use');
  if (row.reporterId) raise('own', row.reporterId, 'reports', row.id);
  return row;
}

/** Whether an administrator has looked at exactly this a short while ago, and kept it. */
async function wasJustKept({ tx, now }: FilingContext, subjectId: string, evidence: Evidence): Promise<boolean> {
  const since = new Date(now.getTime() - APPEAL_DAYS * DAY_MS);
  const kept = await tx
    .select({ evidence: reports.evidence })
    .from(reports)
    .where(and(eq(reports.subjectId, subjectId), eq(reports.outcome, 'kept'), gt(reports.decidedAt, since)));
  return kept.some((each) => sameValue(each.evidence, evidence));
}

/** People with an account see their report in the app; a complaint is acknowledged by mail to everyone. */
async function tellPeople({ tx, services, write }: FilingContext, row: ReportRow, { toAdmins }: { toAdmins: boolean }): Promise<void> {
  const { publicUrl } = services.env;
  const one = inLetters(row);
  if (toAdmins) for (const address of await adminAddresses(tx, services.env)) write(address, waitingLetter(one, row.dueAt, publicUrl));
  // Not its title: the address may be that of anyone.
  if (row.reporterId === null) write(row.reporterEmail, receivedLetter({ ...one, what: '' }, row.dueAt, publicUrl));
  else if (one.isComplaint) {
    const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, row.reporterId));
    write(person?.email ?? null, receivedLetter(one, row.dueAt, publicUrl));
  }
}

export const inLetters = ({ number, subject, title }: Pick<ReportRow, 'number' | 'subject' | 'title'>): InLetters => ({
  number,
  what: subjectWords(subject, title),
  isComplaint: subject === 'complaint',
});
