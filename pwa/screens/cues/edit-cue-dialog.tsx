import type { Cue } from '../../../api/contract/entities/cue.ts';
import type { FormChange } from '../../../sync/store/form-change.ts';
import { getCue } from '../../../sync/queries/cues.ts';
import { type Edit, EditDialog } from '../../forms/edit-dialog.tsx';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { CueFields } from './cue-fields.tsx';
import { type CueForm, cueFormResolver, formOf, patchOf } from './cue-form.ts';
import { TEXTS } from './texts.ts';

/** The Edit Cue dialog, including Delete. */
export function EditCueDialog({ id, onClose, onDeleted }: { id: string; onClose: () => void; onDeleted: () => void }) {
  const store = useStore();
  const card = useLive(() => getCue(store, id), [store, id]);

  const changeOf = ({ seen, values, changed }: Edit<Cue, CueForm>): FormChange => {
    const payload = { ...patchOf(values, changed), base: seen };
    return { call: 'cues.update', id, payload, mediaId: null };
  };
  return (
    <EditDialog
      entity="cues"
      id={id}
      texts={TEXTS.editDialog}
      failed={TEXTS.updateFailed}
      row={card && card.cue}
      resolver={cueFormResolver}
      updating={{ changeOf }}
      deletedWords={({ name }) => TEXTS.deleted(name)}
      {...{ formOf, onClose, onDeleted }}
    >
      {(_cue, form) => <CueFields form={form} />}
    </EditDialog>
  );
}
