import { and, asc, eq, inArray, isNull, notInArray } from 'drizzle-orm';
import type { ReportDecision } from '../contract/admin-reports.ts';
import { APPEAL_DAYS, EVIDENCE_KEPT_DAYS } from '../contract/limits.ts';
import { REPORT_MESSAGES } from '../contract/report-words.ts';
import type { ReportOutcome } from '../contract/reports.ts';
import type { Transaction } from '../db/database.ts';
import { users } from '../db/tables/people.ts';
import { reports, type TakenDown } from '../db/tables/reports.ts';
import { notFound, Refusal } from '../errors.ts';
import { adminAddresses } from '../mail/admin-addresses.ts';
import { outcomeLetter, ownerLetter } from '../mail/report-letters.ts';
import { changeRows } from '../routes/change-rows.ts';
import type { Services } from '../services.ts';
import { inLetters, isPausing } from './file-report.ts';
import { logDecision } from './log-decision.ts';
import type { ReportRow } from './report-for.ts';
import { type Changes, endPause, restore, takeDown } from './take-down.ts';

const DAY_MS = 86_400_000;
/** Days for which the evidence stays, for an appeal or for the law. */
const HELD_DAYS: Record<ReportOutcome, number> = { taken_down: EVIDENCE_KEPT_DAYS, kept: APPEAL_DAYS, answered: 0 };

/**
 * Decides a report, a complaint or an appeal; a decision can also be reversed later. All reports of a row that were in the same state
 * are decided together, and a take-down also decides those that are open (R380).
 * @throws Refusal 404, 400 if the outcome does not fit, 403 for a row of the administrator, 409 if it is decided so already
 */
export async function decide(services: Services, adminId: string, id: string, { outcome, answer }: ReportDecision): Promise<void> {
  const { env } = services;
  await changeRows(services, async (context) => {
    const { tx, now, write } = context;
    const { report, all } = await mustHold(tx, id);
    if ((report.subject === 'complaint') !== (outcome === 'answered')) {
      const message = report.subject === 'complaint' ? 'A complaint is answered' : 'A report is kept or taken down';
      throw new Refusal('invalid', message, { fields: { outcome: message } });
    }
    if (report.ownerId === adminId && (await adminAddresses(tx, env)).length > 1) throw new Refusal('forbidden', REPORT_MESSAGES.byAnother);
    const isAppeal = isOpenAppeal(report);
    if (report.outcome === outcome && !isAppeal) throw new Refusal('conflict', REPORT_MESSAGES.decided);

    const settle = async (each: ReportRow, values: Partial<ReportRow>) => {
      await tx
        .update(reports)
        .set({ ...values, version: each.version + 1 })
        .where(eq(reports.id, each.id));
      if (each.reporterId) context.raise('own', each.reporterId, 'reports', each.id);
      if (each.ownerId && (values.ownerTold ?? each.ownerTold)) context.raise('own', each.ownerId, 'reports', each.id);
    };
    const writeToReporter = async (each: ReportRow, mayBeAppealed: boolean) => {
      const one = each.reporterId === null ? { ...inLetters(each), what: '' } : inLetters(each);
      write(await addressOfReporter(tx, each), outcomeLetter(one, outcome, answer, env.publicUrl, mayBeAppealed));
    };
    const writeToOwner = async (mayBeAppealed: boolean) => {
      if (!report.ownerId || outcome === 'answered') return;
      write(
        await addressOf(tx, report.ownerId),
        ownerLetter(report.subject, inLetters(report), outcome, answer, env.publicUrl, mayBeAppealed),
      );
    };

    if (isAppeal && report.outcome === outcome) {
      // Rejected: nothing changes for anyone else.
      await settle(report, { appealAnswer: answer, appealDecidedAt: now });
      await (report.appealedBy === 'owner' ? writeToOwner(false) : writeToReporter(report, false));
    } else {
      const together = all.filter((each) => each.outcome === report.outcome || (outcome === 'taken_down' && each.outcome === null));
      const wasTold = together.some(({ ownerTold }) => ownerTold);
      const before = await change(context, report, all, outcome);
      await endPauseUnless(context, report, together);
      const heldUntil = HELD_DAYS[outcome] === 0 ? null : new Date(now.getTime() + HELD_DAYS[outcome] * DAY_MS);
      for (const each of together) {
        const isThis = each.id === report.id;
        // A person who learns of a take-down can appeal it, so the owner gets one of the reports.
        const ownerTold = each.ownerTold || (isThis && !wasTold && outcome === 'taken_down');
        const appeal = isOpenAppeal(each) ? { appealAnswer: answer, appealDecidedAt: now } : {};
        await settle(each, {
          outcome,
          answer,
          decidedAt: now,
          heldUntil,
          ...appeal,
          ownerTold,
          isPaused: false,
          before: isThis ? before : null,
        });
        await writeToReporter(each, outcome === 'kept' && each.appealedBy !== 'reporter');
      }
      if (outcome === 'taken_down' || wasTold) await writeToOwner(outcome === 'taken_down' && report.appealedBy !== 'owner');
    }
    const action = isAppeal
      ? report.outcome === outcome
        ? 'appeal_rejected'
        : 'appeal_granted'
      : report.outcome === 'taken_down'
        ? 'restored'
        : outcome;
    await logDecision(context, { adminId, action, number: report.number, personId: report.ownerId, note: answer });
  });
}

const isOpenAppeal = ({ appealedAt, appealDecidedAt }: ReportRow): boolean => appealedAt !== null && appealDecidedAt === null;

/** Takes the row down or brings it back. @returns what restores it */
async function change(context: Changes, report: ReportRow, all: readonly ReportRow[], outcome: ReportOutcome): Promise<TakenDown | null> {
  const before = all.find((each) => each.before !== null)?.before ?? null;
  if (outcome === 'taken_down') {
    const taken = await takeDown(context, report);
    // The first take-down knows what the row was; a profile may have been filled in again since.
    return before ? { ...before, ...(before.profile && taken?.profile && { profile: filledIn(taken.profile, before.profile) }) } : taken;
  }
  if (outcome === 'kept' && report.outcome === 'taken_down') await restore(context, { ...report, before });
  return null;
}

type ProfileValues = NonNullable<TakenDown['profile']>;

const filledIn = (later: ProfileValues, first: ProfileValues): ProfileValues => ({
  firstName: later.firstName ?? first.firstName,
  lastName: later.lastName ?? first.lastName,
  bio: later.bio || first.bio,
  profileImageUrl: later.profileImageUrl ?? first.profileImageUrl,
  profileVisibility: first.profileVisibility,
});

/** A link that another open report has stopped stays stopped. */
async function endPauseUnless(context: Changes, report: ReportRow, decided: readonly ReportRow[]): Promise<void> {
  if (report.subjectId === null) return;
  const others = await context.tx
    .select({ reason: reports.reason, isPaused: reports.isPaused })
    .from(reports)
    .where(
      and(
        eq(reports.subjectId, report.subjectId),
        isNull(reports.outcome),
        notInArray(
          reports.id,
          decided.map(({ id }) => id),
        ),
      ),
    );
  if (!others.some(({ reason, isPaused }) => isPaused && isPausing(reason))) await endPause(context, report);
}

/** A report, with all reports of its row, locked until the transaction ends. */
async function mustHold(tx: Transaction, id: string): Promise<{ report: ReportRow; all: ReportRow[] }> {
  const [found] = await tx.select({ subjectId: reports.subjectId }).from(reports).where(eq(reports.id, id));
  if (!found) throw notFound();
  const ofRow = found.subjectId === null ? inArray(reports.id, [id]) : eq(reports.subjectId, found.subjectId);
  const all = await tx.select().from(reports).where(ofRow).orderBy(asc(reports.id)).for('update');
  const report = all.find((each) => each.id === id);
  if (!report) throw notFound();
  return { report, all };
}

const addressOfReporter = async (tx: Transaction, { reporterId, reporterEmail }: ReportRow): Promise<string | null> =>
  reporterId === null ? reporterEmail : addressOf(tx, reporterId);

async function addressOf(tx: Transaction, userId: string): Promise<string | null> {
  const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return person?.email ?? null;
}
