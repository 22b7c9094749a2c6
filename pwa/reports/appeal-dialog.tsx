import type { Report } from '../../api/contract/entities/report.ts';
import { appealDueOf } from '../../api/contract/reports.ts';
import { mutate } from '../../sync/outbox/mutate.ts';
import { TextArea } from '../components/text-area.tsx';
import { formatDate } from '../dates/format-date.ts';
import { deviceDay } from '../dates/training-moment.ts';
import { CreateDialog } from '../forms/create-dialog.tsx';
import { usePorts } from '../sync/sync-provider.tsx';
import { type AppealForm, appealFormResolver, BLANK_APPEAL } from './report-form.ts';
import { REPORT_TEXTS as TEXTS } from './texts.ts';

/** Appeals a decision, offline too. */
export function AppealDialog({ report: { id }, onClose }: { report: Report; onClose: () => void }) {
  const due = appealDueOf(new Date(usePorts().now()).toISOString());
  return (
    <CreateDialog<AppealForm>
      texts={TEXTS.appealDialog}
      failed={TEXTS.appealFailed}
      failedInServersWords
      draftKey={`reports.appeal:${id}`}
      blank={BLANK_APPEAL}
      resolver={appealFormResolver}
      creating={() => ({
        write: async (store, ports, payload, _mediaId, clearDraft) => [
          await mutate(store, ports, 'reports.appeal', { params: { id }, payload, clearDraft }),
        ],
      })}
      onClose={onClose}
    >
      {({ register, formState: { errors } }) => (
        <TextArea
          label={TEXTS.appealNote}
          rows={5}
          hint={TEXTS.appealHint(formatDate(deviceDay(Date.parse(due))))}
          error={errors.note?.message}
          {...register('note')}
        />
      )}
    </CreateDialog>
  );
}
