import type { Report } from '../contract/entities/report.ts';
import type { reports } from '../db/tables/reports.ts';

export type ReportRow = typeof reports.$inferSelect;

/**
 * A report as one of its two people reads it. The owner of the row learns neither who reported it nor what they wrote, and nothing
 * at all while nothing has happened to the row. Each reads only their own appeal.
 * @returns null for everyone else
 */
export function reportFor(row: ReportRow, readerId: string): Report | null {
  const role = row.reporterId === readerId ? 'reporter' : row.ownerId === readerId && row.ownerTold ? 'owner' : null;
  if (role === null) return null;
  const isAppellant = row.appealedBy === role;
  return {
    id: row.id,
    role,
    number: row.number,
    subject: row.subject,
    subjectId: row.subjectId,
    title: row.title,
    reason: row.reason,
    atSeconds: row.atSeconds,
    note: role === 'reporter' ? row.note : '',
    createdAt: row.createdAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    isPaused: role === 'owner' && row.isPaused,
    outcome: row.outcome,
    answer: row.answer,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    appealedAt: isAppellant ? (row.appealedAt?.toISOString() ?? null) : null,
    appealNote: isAppellant ? row.appealNote : null,
    appealDueAt: isAppellant ? (row.appealDueAt?.toISOString() ?? null) : null,
    appealAnswer: isAppellant ? row.appealAnswer : null,
    appealDecidedAt: isAppellant ? (row.appealDecidedAt?.toISOString() ?? null) : null,
    version: row.version,
  };
}
