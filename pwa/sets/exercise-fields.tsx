import { useState } from 'react';
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { DISTRACTIONS } from '../../api/contract/entities/set.ts';
import type { Exercise } from '../../sync/queries/sets.ts';
import { Button } from '../components/button.tsx';
import { SelectField } from '../components/select-field.tsx';
import { TextField } from '../components/text-field.tsx';
import { ExerciseChoices } from './exercise-choices.tsx';
import { type ExerciseForm, exerciseNamed } from './exercise-form.ts';
import { SET_TEXTS } from './texts.ts';

const { fields } = SET_TEXTS;

/** The fields that few sets need. With the planned reps they are hidden until one is filled or asked for. */
const RARE = ['durationS', 'count', 'countWord', 'distraction', 'step'] as const satisfies (keyof ExerciseForm)[];

export interface ExerciseFieldsProps {
  values: ExerciseForm;
  register: (field: keyof ExerciseForm) => UseFormRegisterReturn;
  errors: FieldErrors<ExerciseForm>;
  choices: readonly Exercise[];
  onChoose: (exercise: string) => void;
  /** For a set that exists already: it is counted by taps only. */
  isCounted?: boolean;
}

/** Exercise, criterion and, if it was counted already, the result. A tap on a choice fills the exercise. */
export function ExerciseFields({ values, register, errors, choices, onChoose, isCounted = false }: ExerciseFieldsProps) {
  const isFilled = errors.repsAsked !== undefined || RARE.some((field) => values[field] !== '' || errors[field]);
  const [isOpen, setOpen] = useState(isFilled);
  // Filled fields stay, even when the last one is cleared.
  if (isFilled && !isOpen) setOpen(true);
  const steps = exerciseNamed(choices, values.exercise)?.steps ?? [];
  const input = (field: keyof ExerciseForm) => ({ autoComplete: 'off', error: errors[field]?.message, ...register(field) });
  return (
    <>
      <div className="grid gap-2">
        <TextField label={fields.exercise} placeholder={fields.exerciseExample} {...input('exercise')} />
        <ExerciseChoices choices={choices} onChoose={onChoose} />
      </div>
      <TextField label={fields.distance} optional inputMode="decimal" {...input('distance')} />
      {!isFilled && (
        <Button
          tone="quiet"
          icon={isOpen ? 'minus' : 'plus'}
          className="-ms-3 justify-self-start"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {SET_TEXTS.moreFields}
        </Button>
      )}
      {isOpen && (
        <>
          <TextField label={fields.durationS} optional inputMode="decimal" {...input('durationS')} />
          <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-4 gap-y-6">
            <TextField label={fields.count} optional inputMode="numeric" {...input('count')} />
            <TextField label={fields.countWord} optional placeholder={fields.countWordExample} {...input('countWord')} />
          </div>
          <SelectField label={fields.distraction} optional {...input('distraction')}>
            <option value="">{SET_TEXTS.any}</option>
            {DISTRACTIONS.map((level) => (
              <option key={level} value={level}>
                {SET_TEXTS.levels[level]}
              </option>
            ))}
          </SelectField>
          {steps.length > 0 ? (
            <SelectField label={fields.step} optional {...input('step')}>
              <option value="">{SET_TEXTS.any}</option>
              {[...new Set([...steps, values.step])]
                .filter((step) => step !== '')
                .map((step) => (
                  <option key={step}>{step}</option>
                ))}
            </SelectField>
          ) : (
            <TextField label={fields.step} optional {...input('step')} />
          )}
          <TextField label={fields.repsAsked} optional inputMode="numeric" {...input('repsAsked')} />
        </>
      )}
      <TextField label={fields.hitMeans} optional placeholder={fields.hitMeansExample} {...input('hitMeans')} />
      {!isCounted && (
        <TextField label={fields.result} optional placeholder={fields.resultExample} hint={fields.resultHint} {...input('result')} />
      )}
    </>
  );
}
