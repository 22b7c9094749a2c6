import { useEffect } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { criterionWords } from '../../api/contract/set-words.ts';
import type { Exercise } from '../../sync/queries/sets.ts';
import { Icon } from '../components/icon.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { MoveButton } from '../components/move-button.tsx';
import { ExerciseFields } from '../sets/exercise-fields.tsx';
import { criterionOf, stepIn } from '../sets/exercise-form.ts';
import { SET_TEXTS } from '../sets/texts.ts';
import { useShown } from '../sets/use-shown.ts';
import type { PlannedEntry, PlanForm } from './plan-form.ts';
import { PLAN_TEXTS as TEXTS } from './texts.ts';

interface PlannedEntryFieldProps {
  form: UseFormReturn<PlanForm>;
  /** Index in the form's list. */
  place: number;
  choices: readonly Exercise[];
  /** 'Last 4/5 at 30 m'; null if it is not known. */
  lastResultOf: (entry: PlannedEntry) => string | null;
  isOpen: boolean;
  /** Just added: takes the focus. */
  isNew: boolean;
  onOpen: () => void;
  onFocused: () => void;
  /** Null for the first. */
  onUp: (() => void) | null;
  /** Null for the last. */
  onDown: (() => void) | null;
  onRemove: () => void;
}

/** One exercise of a plan: its line, and when open its criterion. */
export function PlannedEntryField(props: PlannedEntryFieldProps) {
  const { form, place, choices, lastResultOf, isOpen, isNew, onOpen, onFocused, onUp, onDown, onRemove } = props;
  const { setFocus } = form;
  useEffect(() => {
    if (!isNew) return;
    setFocus(`exercises.${place}.exercise`);
    onFocused();
  }, [isNew, place, setFocus, onFocused]);
  const path = `exercises.${place}` as const;
  const entry = useWatch({ control: form.control, name: path });
  const errors = form.formState.errors.exercises?.[place];
  const { isShown, toggle } = useShown(isOpen, errors !== undefined, onOpen);
  const name = entry.exercise.trim() || SET_TEXTS.unnamed;
  const criterion = criterionWords(criterionOf(entry));
  return (
    <li className="exercise">
      <div className="flex items-start gap-2">
        <h3 dir="auto" className="min-w-0 grow [overflow-wrap:anywhere]">
          <button
            type="button"
            aria-expanded={isShown}
            onClick={toggle}
            className="-my-2 flex min-h-12 w-full items-center gap-2 py-2 text-start"
          >
            <span className="grid min-w-0 grow">
              {name}
              {criterion && <span className="text-15">{criterion}</span>}
              {/* Its line stays free until it is read. */}
              <span className="text-15 font-regular text-ink-2">{lastResultOf(entry) ?? '\u00A0'}</span>
            </span>
            <Icon name={isShown ? 'raise' : 'down'} />
          </button>
        </h3>
      </div>
      {isShown && (
        <div className="mt-2 grid gap-4">
          <ExerciseFields
            values={entry}
            register={(field) => form.register(`${path}.${field}`)}
            errors={errors ?? {}}
            choices={choices}
            onChoose={(chosen) => {
              form.setValue(`${path}.exercise`, chosen, { shouldDirty: true, shouldValidate: errors !== undefined });
              form.setValue(`${path}.step`, stepIn(choices, chosen, entry.step), { shouldDirty: true });
            }}
            isCounted
          />
          <div className="-ms-3 flex flex-wrap gap-2">
            <MoveButton way="up" label={TEXTS.moveUp(name)} onMove={onUp} />
            <MoveButton way="down" label={TEXTS.moveDown(name)} onMove={onDown} />
            <IconButton icon="trash" label={TEXTS.remove(name)} onClick={onRemove} />
          </div>
        </div>
      )}
    </li>
  );
}
