import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Exercise } from '../../sync/queries/sets.ts';
import { ExerciseFields } from './exercise-fields.tsx';
import { type ExerciseForm, stepIn } from './exercise-form.ts';

export interface DialogFieldsProps {
  form: UseFormReturn<ExerciseForm>;
  choices: readonly Exercise[];
  /** For a set that exists already. */
  isCounted?: boolean;
}

/** The fields of a dialog about one exercise. */
export function DialogFields({ form, ...props }: DialogFieldsProps) {
  const { register, control, formState, setValue } = form;
  const values = useWatch({ control }) as ExerciseForm;
  return (
    <ExerciseFields
      {...{ values, register, ...props }}
      errors={formState.errors}
      onChoose={(name) => {
        setValue('exercise', name, { shouldDirty: true });
        setValue('step', stepIn(props.choices, name, values.step), { shouldDirty: true });
      }}
    />
  );
}
