import { useState } from 'react';
import { mutate } from '../../sync/outbox/mutate.ts';
import { listExercises } from '../../sync/queries/sets.ts';
import { CreateDialog } from '../forms/create-dialog.tsx';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { ExerciseFields } from './exercise-fields.tsx';
import { BLANK_EXERCISE, type ExerciseForm, exerciseFormResolver, setOf } from './exercise-form.ts';
import { SET_TEXTS as TEXTS } from './texts.ts';

const CHOICES_MAX = 8;

interface AddExerciseDialogProps extends Pick<ExerciseForm, 'result' | 'distance'> {
  videoId: string;
  /** The session's dog. */
  dogId: string | null;
  /** Place of the new set in its session. */
  position: number;
  onClose: () => void;
}

/** The dialog that begins a set. `result` and `distance` are those that the notes have; '' for none. */
export function AddExerciseDialog({ videoId, dogId, position, result, distance, onClose }: AddExerciseDialogProps) {
  const store = useStore();
  const [blank] = useState(() => ({ ...BLANK_EXERCISE, result, distance }));
  const choices = useLive(() => listExercises(store, dogId, CHOICES_MAX), [store, dogId]) ?? [];
  return (
    <CreateDialog
      texts={TEXTS.dialog}
      failed={TEXTS.addFailed}
      draftKey={`sets.create:${videoId}`}
      blank={blank}
      resolver={exerciseFormResolver}
      creating={(id) => ({
        write: async (to, ports, values, _mediaId, clearDraft) => [
          await mutate(to, ports, 'sets.create', { id, payload: { videoId, position, ...setOf(values, choices, ports) }, clearDraft }),
        ],
      })}
      onClose={onClose}
    >
      {(form) => (
        <ExerciseFields
          register={form.register}
          errors={form.formState.errors}
          choices={choices}
          onChoose={(name) => form.setValue('exercise', name, { shouldDirty: true })}
        />
      )}
    </CreateDialog>
  );
}
