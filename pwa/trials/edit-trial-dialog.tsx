import type { Trial } from '../../api/contract/entities/trial.ts';
import { mutate } from '../../sync/outbox/mutate.ts';
import { getTrial } from '../../sync/queries/trials.ts';
import { EditDialog } from '../forms/edit-dialog.tsx';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { TRIAL_TEXTS as TEXTS } from './texts.ts';
import { TrialFields } from './trial-fields.tsx';
import { formOf, patchOf, type TrialForm, trialFormResolver } from './trial-form.ts';
import { winTitles } from './win-titles.ts';

export function EditTrialDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const store = useStore();
  const row = useLive(() => getTrial(store, id), [store, id]);
  return (
    <EditDialog<Trial, TrialForm>
      entity="trials"
      texts={TEXTS.editDialog}
      failed={TEXTS.updateFailed}
      resolver={trialFormResolver}
      updating={{
        write: (to, ports, { seen, values, changed, draftKey }) =>
          to.transaction('rw', to.changeTables, async () => [
            await mutate(to, ports, 'trials.update', {
              params: { id },
              payload: { ...patchOf(values, changed), base: seen },
              clearDraft: draftKey,
            }),
            ...(changed.includes('titleWon') || changed.includes('dogId') ? await winTitles(to, ports, values.dogId, values.titleWon) : []),
          ]),
      }}
      deletedWords={({ name }) => TEXTS.deleted(name)}
      {...{ id, row, formOf, onClose }}
    >
      {(_trial, form) => <TrialFields form={form} />}
    </EditDialog>
  );
}
