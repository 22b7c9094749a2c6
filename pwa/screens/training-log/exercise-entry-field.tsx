import { useEffect, useEffectEvent, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { SET_REPS_MAX } from '../../../api/contract/limits.ts';
import type { RepKind } from '../../../api/contract/reps.ts';
import type { Exercise } from '../../../sync/queries/sets.ts';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { ExerciseFields } from '../../sets/exercise-fields.tsx';
import { cardOf, criterionOf, type ExerciseEntry, stepIn } from '../../sets/exercise-form.ts';
import { newRep } from '../../sets/new-rep.ts';
import { Reps } from '../../sets/reps.tsx';
import { RepButtons } from '../../sets/rep-buttons.tsx';
import { criterionWords, resultWords } from '../../../api/contract/set-words.ts';
import { SET_TEXTS as TEXTS } from '../../sets/texts.ts';
import { useShown } from '../../sets/use-shown.ts';
import { repsOfResult } from '../../sets/typed-result.ts';
import { latestRep } from '../../sets/use-set-actions.ts';
import { usePorts } from '../../sync/sync-provider.tsx';
import type { SessionForm } from './session-form.ts';

/** Whether one more rep fits into the set. */
const hasRoom = ({ reps, result }: ExerciseEntry) => reps.length + (repsOfResult(result)?.length ?? 0) < SET_REPS_MAX;

interface ExerciseEntryFieldProps {
  form: UseFormReturn<SessionForm>;
  /** Index in the form's list. */
  place: number;
  choices: readonly Exercise[];
  isOpen: boolean;
  onOpen: () => void;
  onRemove: () => void;
}

/** One exercise of a new session: its line, and when open the buttons that count and its criterion. */
export function ExerciseEntryField({ form, place, choices, isOpen, onOpen, onRemove }: ExerciseEntryFieldProps) {
  const ports = usePorts();
  const path = `exercises.${place}` as const;
  const entry = useWatch({ control: form.control, name: path });
  const errors = form.formState.errors.exercises?.[place];
  const [hasDetails, setDetails] = useState(entry.exercise === '');
  const { isShown, toggle } = useShown(isOpen, errors !== undefined, onOpen);
  if (errors && !hasDetails) setDetails(true);
  const name = entry.exercise.trim() || TEXTS.unnamed;
  const { setFocus } = form;
  const isFromNotes = useEffectEvent(() => isOpen && entry.exercise === '' && entry.result !== '');
  useEffect(() => {
    // The button that made it is gone, and only the name is missing.
    if (isFromNotes()) setFocus(`${path}.exercise`);
  }, [path, setFocus]);
  const card = cardOf(entry);
  const last = latestRep(card.reps.filter(({ at }) => at !== null));
  const tap = (kind: RepKind) => hasRoom(entry) && form.setValue(`${path}.reps`, [...entry.reps, newRep(ports, kind, ports.now())]);
  const undo = () => last && form.setValue(`${path}.struck`, [...entry.struck, last.id]);
  const criterion = criterionWords(criterionOf(entry));
  return (
    <li className="exercise">
      <div className="exercise-head">
        <h3 dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
          <button type="button" aria-expanded={isShown} onClick={toggle} className="-my-2 min-h-12 py-2 text-start">
            {name}
          </button>
        </h3>
        <Reps {...card} />
        <b className={card.reps.length > 0 ? 'text-20' : 'text-15 font-regular text-ink-3'}>{resultWords(card) || TEXTS.noReps}</b>
        {criterion && (
          <p dir="auto" className="col-span-full text-15 text-ink-2 [overflow-wrap:anywhere]">
            {criterion}
          </p>
        )}
      </div>
      {isShown && (
        <>
          {hasDetails && (
            <div className="mt-2 grid gap-4">
              <ExerciseFields
                values={entry}
                register={(field) => form.register(`${path}.${field}`)}
                errors={errors ?? {}}
                choices={choices}
                onChoose={(chosen) => {
                  form.setValue(`${path}.exercise`, chosen, { shouldValidate: errors !== undefined });
                  form.setValue(`${path}.step`, stepIn(choices, chosen, entry.step));
                  setDetails(false);
                }}
              />
            </div>
          )}
          <div className="stepper with-more">
            <RepButtons exercise={name} onTap={tap} />
            <IconButton icon="more" label={TEXTS.detailsOf(name)} aria-expanded={hasDetails} onClick={() => setDetails(!hasDetails)} />
            {hasDetails && (
              <div className="stepper-more">
                <Button tone="quiet" aria-label={TEXTS.helpedOf(name)} onClick={() => tap('helped')}>
                  {TEXTS.helped}
                </Button>
                <Button tone="quiet" aria-label={TEXTS.undoOf(name)} aria-disabled={!last} onClick={undo}>
                  {TEXTS.undo}
                </Button>
                <IconButton icon="trash" label={TEXTS.remove(name)} onClick={onRemove} />
              </div>
            )}
          </div>
        </>
      )}
    </li>
  );
}
