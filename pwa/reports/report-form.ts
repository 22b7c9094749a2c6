import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import * as z from 'zod/mini';
import { ReportAppeal, ReportCreate } from '../../api/contract/entities/report.ts';
import type { ReportReason } from '../../api/contract/reports.ts';

/** Form values of the report dialog. */
export interface ReportForm {
  /** Empty until one is chosen. */
  reason: ReportReason | '';
  note: string;
  /** Whether the moment of the film belongs to the report. */
  isAt: boolean;
}

const { reason, note } = ReportCreate.shape;
// Needs a cast: an empty reason is an input, and refused.
const schema = z.object({ reason, note, isAt: z.boolean() }) as unknown as z.ZodMiniType<ReportForm, ReportForm>;
export const reportFormResolver = standardSchemaResolver<ReportForm, unknown, ReportForm>(schema);

export const BLANK_REPORT: ReportForm = { reason: '', note: '', isAt: true };

export interface AppealForm {
  note: string;
}

export const appealFormResolver = standardSchemaResolver<AppealForm, unknown, AppealForm>(ReportAppeal);
export const BLANK_APPEAL: AppealForm = { note: '' };
