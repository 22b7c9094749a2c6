import { lazy, Suspense, useId } from 'react';
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import { listExercises } from '../../../sync/queries/sets.ts';
import { Button } from '../../components/button.tsx';
import { ItemBoundary } from '../../components/entry-boundary.tsx';
import { blankEntry } from '../../sets/exercise-form.ts';
import { SET_TEXTS } from '../../sets/texts.ts';
import { usePorts, useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import type { SessionForm } from './session-form.ts';
import { TEXTS } from './texts.ts';

const ExerciseEntryField = lazy(async () => ({ default: (await import('./exercise-entry-field.tsx')).ExerciseEntryField }));

export interface ExercisesFieldProps {
  form: UseFormReturn<SessionForm>;
  /** The entry that is open; null for none. */
  openId: string | null;
  onOpen: (id: string | null) => void;
}

/** The exercises of a new session, counted while it is being logged (R353). One is open at a time. */
export function ExercisesField({ form, openId, onOpen }: ExercisesFieldProps) {
  const store = useStore();
  const ports = usePorts();
  const labelId = useId();
  const { control } = form;
  const dogId = useWatch({ control, name: 'dogId' }) || null;
  const choices = useLive(() => listExercises(store, dogId), [store, dogId]) ?? [];
  const { fields, append, remove } = useFieldArray({ control, name: 'exercises', keyName: 'key' });
  const add = () => {
    const entry = blankEntry(ports);
    append(entry);
    onOpen(entry.id);
  };
  return (
    <div role="group" aria-labelledby={labelId} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
      <span id={labelId} className="text-15 font-semi">
        {SET_TEXTS.title} <span className="font-regular text-ink-3">{TEXTS.fields.optional}</span>
      </span>
      <ul className="exercises">
        {fields.map(({ key, id }, place) => (
          <ItemBoundary key={key} what="exercise" id={id} resetKey={place}>
            <Suspense fallback={null}>
              <ExerciseEntryField
                {...{ form, place, choices }}
                isOpen={openId === id}
                onOpen={() => onOpen(openId === id ? null : id)}
                onRemove={() => remove(place)}
              />
            </Suspense>
          </ItemBoundary>
        ))}
      </ul>
      <Button icon="plus" className="justify-self-start" onClick={add}>
        {SET_TEXTS.add}
      </Button>
    </div>
  );
}
