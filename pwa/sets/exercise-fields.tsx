import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import type { Exercise } from '../../sync/queries/sets.ts';
import { TextField } from '../components/text-field.tsx';
import { ExerciseChoices } from './exercise-choices.tsx';
import type { ExerciseForm } from './exercise-form.ts';
import { SET_TEXTS } from './texts.ts';

const { fields } = SET_TEXTS;

export interface ExerciseFieldsProps {
  register: (field: keyof ExerciseForm) => UseFormRegisterReturn;
  errors: FieldErrors<ExerciseForm>;
  choices: readonly Exercise[];
  onChoose: (exercise: string) => void;
}

/** Exercise, criterion and, if it was counted already, the result. A tap on a choice fills the exercise. */
export function ExerciseFields({ register, errors, choices, onChoose }: ExerciseFieldsProps) {
  return (
    <>
      <div className="grid gap-2">
        <TextField
          label={fields.exercise}
          placeholder={fields.exerciseExample}
          autoComplete="off"
          error={errors.exercise?.message}
          {...register('exercise')}
        />
        <ExerciseChoices choices={choices} onChoose={onChoose} />
      </div>
      <TextField
        label={fields.distance}
        optional
        inputMode="decimal"
        autoComplete="off"
        error={errors.distance?.message}
        {...register('distance')}
      />
      <TextField
        label={fields.hitMeans}
        optional
        placeholder={fields.hitMeansExample}
        autoComplete="off"
        error={errors.hitMeans?.message}
        {...register('hitMeans')}
      />
      <TextField
        label={fields.result}
        optional
        placeholder={fields.resultExample}
        autoComplete="off"
        error={errors.result?.message}
        {...register('result')}
      />
    </>
  );
}
