import { useState } from 'react';
import { mutate } from '../../sync/outbox/mutate.ts';
import { listExercises } from '../../sync/queries/sets.ts';
import { CreateDialog } from '../forms/create-dialog.tsx';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { DialogFields } from './dialog-fields.tsx';
import { exerciseFormResolver } from './dialog-form.ts';
import { BLANK_EXERCISE, setOf } from './exercise-form.ts';
import type { NotedResult } from './noted-results.ts';
import { SET_TEXTS as TEXTS } from './texts.ts';

interface AddExerciseDialogProps {
  videoId: string;
  /** The session's dog. */
  dogId: string | null;
  /** Place of the new set in its session. */
  position: number;
  /** Result found in the notes; empty strings if none. */
  noted: NotedResult;
  onClose: () => void;
}

/** The dialog that begins a set. */
export function AddExerciseDialog({ videoId, dogId, position, noted: { result, distance }, onClose }: AddExerciseDialogProps) {
  const store = useStore();
  const [blank] = useState(() => ({ ...BLANK_EXERCISE, result, distance }));
  const choices = useLive(() => listExercises(store, dogId), [store, dogId]) ?? [];
  return (
    <CreateDialog
      texts={TEXTS.dialog}
      failed={TEXTS.addFailed}
      draftKey={`sets.create:${videoId}`}
      blank={blank}
      resolver={exerciseFormResolver}
      // What was asked for now goes before what a draft has.
      fromDraft={(values) => (result ? { ...values, result, distance } : values)}
      creating={(id) => ({
        write: async (to, ports, values, _mediaId, clearDraft) => [
          await mutate(to, ports, 'sets.create', { id, payload: { videoId, position, ...setOf(values, choices, ports) }, clearDraft }),
        ],
      })}
      onClose={onClose}
    >
      {(form) => <DialogFields {...{ form, choices }} />}
    </CreateDialog>
  );
}
