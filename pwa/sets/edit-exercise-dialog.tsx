import type { TrainingSet } from '../../api/contract/entities/set.ts';
import { getSet, listExercises } from '../../sync/queries/sets.ts';
import type { FormChange } from '../../sync/store/form-change.ts';
import { type Edit, EditDialog } from '../forms/edit-dialog.tsx';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { DialogFields } from './dialog-fields.tsx';
import { exerciseFormResolver, patchOf } from './dialog-form.ts';
import { type ExerciseForm, formOf } from './exercise-form.ts';
import { SET_TEXTS as TEXTS } from './texts.ts';

interface EditExerciseDialogProps {
  /** Of the set. */
  id: string;
  /** The session's dog. */
  dogId: string | null;
  onClose: () => void;
}

/** Edits exercise and criterion of a set, or deletes the set. Its reps are counted on its page. */
export function EditExerciseDialog({ id, dogId, onClose }: EditExerciseDialogProps) {
  const store = useStore();
  const row = useLive(() => getSet(store, id), [store, id]);
  const choices = useLive(() => listExercises(store, dogId), [store, dogId]) ?? [];
  const changeOf = ({ seen, values, changed }: Edit<TrainingSet, ExerciseForm>): FormChange => {
    const payload = { ...patchOf(values, changed, choices), base: seen };
    return { call: 'sets.update', id, payload, mediaId: null };
  };
  return (
    <EditDialog
      entity="sets"
      texts={TEXTS.editDialog}
      failed={TEXTS.updateFailed}
      resolver={exerciseFormResolver}
      updating={{ changeOf }}
      deletedWords={({ exercise }) => TEXTS.removed(exercise)}
      {...{ id, row, formOf, onClose }}
    >
      {(_set, form) => <DialogFields {...{ form, choices }} isCounted />}
    </EditDialog>
  );
}
