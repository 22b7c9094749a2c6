import type { UseFormReturn } from 'react-hook-form';
import type { Exercise } from '../../sync/queries/sets.ts';
import { TextField } from '../components/text-field.tsx';
import { ExerciseChoices } from './exercise-choices.tsx';
import type { ExerciseForm } from './exercise-form.ts';
import { SET_TEXTS } from './texts.ts';

const { fields } = SET_TEXTS;

/** Exercise, criterion and, if it was counted already, the result. A tap on a choice fills the exercise. */
export function ExerciseFields({ form, choices }: { form: UseFormReturn<ExerciseForm>; choices: readonly Exercise[] }) {
  const { register } = form;
  const { errors } = form.formState;
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
        <ExerciseChoices choices={choices} onChoose={(name) => form.setValue('exercise', name, { shouldDirty: true })} />
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
