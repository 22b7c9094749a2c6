import { useCallback, useId, useRef, useState } from 'react';
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import { listExercises } from '../../sync/queries/sets.ts';
import { Button } from '../components/button.tsx';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { TextArea } from '../components/text-area.tsx';
import { useToday } from '../dates/use-today.ts';
import { DogField } from '../dogs/dog-field.tsx';
import { shortId } from '../sets/new-rep.ts';
import { SET_TEXTS } from '../sets/texts.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { blankPlanned, type PlanForm } from './plan-form.ts';
import { PlannedEntryField } from './planned-entry-field.tsx';
import { StartFrom } from './start-from.tsx';
import { PLAN_TEXTS as TEXTS } from './texts.ts';
import { useLastResults } from './use-last-results.ts';
import { WhenField } from './when-field.tsx';

/** Dog, day, exercises and note of a plan. */
export function PlanFields({ form }: { form: UseFormReturn<PlanForm> }) {
  const store = useStore();
  const ports = usePorts();
  const labelId = useId();
  const today = useToday();
  const { control, formState, register } = form;
  const dogId = useWatch({ control, name: 'dogId' });
  const choices = useLive(() => listExercises(store, dogId || null), [store, dogId]) ?? [];
  const lastResultOf = useLastResults(dogId, choices);
  const { fields, append, move, remove } = useFieldArray({ control, name: 'exercises', keyName: 'key' });
  const [openId, setOpenId] = useState<string | null>(null);
  const [newId, setNewId] = useState<string | null>(null);
  const forgetNew = useCallback(() => setNewId(null), []);
  const addButton = useRef<HTMLButtonElement>(null);
  const add = () => {
    const entry = blankPlanned(shortId(ports));
    append(entry, { shouldFocus: false });
    setOpenId(entry.id);
    setNewId(entry.id);
  };
  const drop = (place: number) => {
    remove(place);
    // The pressed button is gone.
    addButton.current?.focus();
  };
  const tooMany = formState.errors.exercises?.root?.message ?? formState.errors.exercises?.message;
  return (
    <>
      <DogField
        value={dogId}
        error={formState.errors.dogId?.message}
        onChoose={(id) => form.setValue('dogId', id, { shouldDirty: true })}
      />
      <WhenField {...{ form, today }} />
      <StartFrom {...{ form, today }} />
      <div role="group" aria-labelledby={labelId} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
        <span id={labelId} className="text-15 font-semi">
          {SET_TEXTS.title}
        </span>
        <ul className="exercises">
          {fields.map(({ key, id }, place) => (
            <ItemBoundary key={key} what="exercise" id={id} resetKey={place}>
              <PlannedEntryField
                {...{ form, place, choices, lastResultOf }}
                isOpen={openId === id}
                onOpen={() => setOpenId(openId === id ? null : id)}
                isNew={newId === id}
                onFocused={forgetNew}
                onUp={place === 0 ? null : () => move(place, place - 1)}
                onDown={place === fields.length - 1 ? null : () => move(place, place + 1)}
                onRemove={() => drop(place)}
              />
            </ItemBoundary>
          ))}
        </ul>
        {tooMany && (
          <p role="alert" className="text-15 font-semi text-danger">
            {tooMany}
          </p>
        )}
        <Button ref={addButton} icon="plus" className="justify-self-start" onClick={add}>
          {SET_TEXTS.add}
        </Button>
      </div>
      <TextArea label={TEXTS.fields.note} optional error={formState.errors.note?.message} {...register('note')} />
    </>
  );
}
