import { eq } from 'drizzle-orm';
import { APPEAL_DAYS, OVERDUE_HELD_DAYS } from '../contract/limits.ts';
import { REPORT_MESSAGES } from '../contract/report-words.ts';
import { appealDueOf } from '../contract/reports.ts';
import { reports } from '../db/tables/reports.ts';
import { notFound, Refusal } from '../errors.ts';
import { adminAddresses } from '../mail/admin-addresses.ts';
import { waitingLetter } from '../mail/report-letters.ts';
import { type MutationHandlers, pathId } from '../routes/mutation-handler.ts';
import { fileReport, inLetters } from './file-report.ts';
import { reportFor } from './report-for.ts';

const DAY_MS = 86_400_000;

export const reportHandlers: MutationHandlers<'reports.create' | 'reports.appeal'> = {
  async 'reports.create'(context, { id = context.services.newId(), ...given }) {
    const { userId } = context.actor;
    const row = await fileReport(context, { ...given, id }, { userId, email: null });
    return { status: 201, body: reportFor(row, userId) ?? {} };
  },

  async 'reports.appeal'(context, { note }) {
    const { tx, now, actor, services } = context;
    const [row] = await tx
      .select()
      .from(reports)
      .where(eq(reports.id, pathId(context)))
      .for('update');
    const role = row && reportFor(row, actor.userId)?.role;
    if (!role) throw notFound();
    if (row.appealedAt && (row.appealedBy === role || !row.appealDecidedAt)) throw new Refusal('conflict', REPORT_MESSAGES.appealed);
    const isTheirs = role === 'owner' ? row.outcome === 'taken_down' : row.outcome === 'kept';
    if (!isTheirs || !row.decidedAt) throw new Refusal('conflict', REPORT_MESSAGES.noAppeal);
    if (now.getTime() - row.decidedAt.getTime() > APPEAL_DAYS * DAY_MS) throw new Refusal('conflict', REPORT_MESSAGES.tooLate);
    const appealDueAt = new Date(appealDueOf(now.toISOString()));
    // The other person may have appealed an earlier decision; the log has it.
    // The administrator who decides needs the evidence.
    const heldUntil = new Date(Math.max(row.heldUntil?.getTime() ?? 0, appealDueAt.getTime() + OVERDUE_HELD_DAYS * DAY_MS));
    const asked = { appealedBy: role, appealedAt: now, appealNote: note, appealDueAt, heldUntil };
    const appeal = { ...asked, appealAnswer: null, appealDecidedAt: null, version: row.version + 1 };
    await tx.update(reports).set(appeal).where(eq(reports.id, row.id));
    context.raise('own', actor.userId, 'reports', row.id);
    for (const address of await adminAddresses(tx, services.env))
      context.write(address, waitingLetter(inLetters(row), appealDueAt, services.env.publicUrl, true));
    return { status: 200, body: reportFor({ ...row, ...appeal }, actor.userId) ?? {} };
  },
};
