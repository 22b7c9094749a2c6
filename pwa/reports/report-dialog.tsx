import { useRef, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { REASON_WORDS } from '../../api/contract/report-words.ts';
import { dueOf, REASON_NAMES, type ReportReason } from '../../api/contract/reports.ts';
import { mutate } from '../../sync/outbox/mutate.ts';
import { FieldError } from '../components/field.tsx';
import { TextArea } from '../components/text-area.tsx';
import { formatDate, formatLength } from '../dates/format-date.ts';
import { deviceDay } from '../dates/training-moment.ts';
import { CreateDialog } from '../forms/create-dialog.tsx';
import { usePorts } from '../sync/sync-provider.tsx';
import { BLANK_REPORT, type ReportForm, reportFormResolver } from './report-form.ts';
import { REPORT_LABELS } from './labels.ts';
import { ReportSent } from './report-sent.tsx';
import type { Reporting } from './reporting.ts';
import { REPORT_TEXTS as TEXTS } from './texts.ts';

export interface ReportDialogProps {
  reporting: Reporting;
  /** Where the film is; null without one. */
  atSeconds: number | null;
  onClose: () => void;
}

/** Reports a row, offline too, and then offers to block its person. */
export function ReportDialog({ reporting, atSeconds, onClose }: ReportDialogProps) {
  const { subject, subjectId, title, person } = reporting;
  const made = useRef('');
  const [sentId, setSentId] = useState<string | null>(null);
  if (sentId !== null) return <ReportSent id={sentId} person={person} onClose={onClose} />;
  return (
    <CreateDialog<ReportForm>
      texts={{ title: REPORT_LABELS.title[subject], save: TEXTS.send, saving: TEXTS.sending }}
      failed={TEXTS.failed}
      failedInServersWords
      draftKey={`reports.create:${subjectId}`}
      blank={BLANK_REPORT}
      resolver={reportFormResolver}
      creating={(id) => ({
        write: async (store, ports, { reason, note, isAt }, _mediaId, clearDraft) => {
          made.current = id;
          const at = isAt ? atSeconds : null;
          const payload = { subject, subjectId, reason: reason as ReportReason, note, atSeconds: at };
          return [await mutate(store, ports, 'reports.create', { id, payload, source: { title }, clearDraft })];
        },
      })}
      onClose={onClose}
      onSaved={() => setSentId(made.current)}
    >
      {(form) => <ReportFields form={form} atSeconds={atSeconds} />}
    </CreateDialog>
  );
}

function ReportFields({
  form: { register, control, formState },
  atSeconds,
}: {
  form: UseFormReturn<ReportForm>;
  atSeconds: number | null;
}) {
  const now = usePorts().now();
  const { errors } = formState;
  const reason = useWatch({ control, name: 'reason' });
  const due = dueOf(reason || 'other', new Date(now).toISOString());
  return (
    <>
      <fieldset className="min-w-0" aria-describedby={errors.reason ? 'report-reason' : undefined}>
        <legend className="mb-1 text-15 font-semi">{TEXTS.reason}</legend>
        <div className="divide-y divide-line border-y border-line">
          {REASON_NAMES.map((name) => (
            <label key={name} className="flex min-h-12 items-center gap-3 py-1">
              <input type="radio" value={name} className="size-5 flex-none accent-primary" {...register('reason')} />
              {REASON_WORDS[name]}
            </label>
          ))}
        </div>
        {errors.reason && (
          <div className="mt-1.5">
            <FieldError id="report-reason">{errors.reason.message}</FieldError>
          </div>
        )}
      </fieldset>
      {atSeconds !== null && (
        <label className="flex min-h-12 items-center gap-3 font-semi">
          <input type="checkbox" className="check-box" {...register('isAt')} />
          {TEXTS.at(formatLength(atSeconds))}
        </label>
      )}
      <TextArea label={TEXTS.note} optional rows={3} error={errors.note?.message} {...register('note')} />
      <div className="grid gap-2 text-15 text-ink-2">
        <p>{TEXTS.by(formatDate(deviceDay(Date.parse(due))))}</p>
        <p>{TEXTS.danger}</p>
      </div>
    </>
  );
}
