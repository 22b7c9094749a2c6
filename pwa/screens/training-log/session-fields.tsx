import type { ReactNode } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { LastSession } from '../../../sync/queries/new-session.ts';
import { TextArea } from '../../components/text-area.tsx';
import { TextField } from '../../components/text-field.tsx';
import { DogField } from '../../dogs/dog-field.tsx';
import { RecentTitles } from './recent-titles.tsx';
import { SameAsLast } from './same-as-last.tsx';
import type { SessionForm } from './session-form.ts';
import { TEXTS } from './texts.ts';

export interface SessionFieldsProps {
  form: UseFormReturn<SessionForm>;
  /** For a new session: the newest session to suggest values from, if there is one. */
  last?: LastSession | null;
  /** For a new session: its exercises, and those that the notes offer. */
  exercises?: ReactNode;
  notedExercises?: ReactNode;
}

/** Dog, title and notes, for logging and editing. The media field, `ConditionsField` and `TrainedField` follow. */
export function SessionFields({ form, last = null, exercises, notedExercises }: SessionFieldsProps) {
  const { register, control } = form;
  const { errors } = form.formState;
  const dogId = useWatch({ control, name: 'dogId' });
  const { fields } = TEXTS;
  return (
    <>
      <DogField value={dogId} error={errors.dogId?.message} onChoose={(id) => form.setValue('dogId', id)} />
      {last && <SameAsLast form={form} last={last} />}
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
        <TextField
          label={fields.title}
          placeholder={fields.titleExample}
          autoComplete="off"
          enterKeyHint="done"
          error={errors.title?.message}
          {...register('title')}
        />
        {last && <RecentTitles form={form} />}
      </div>
      {exercises}
      <TextArea label={fields.description} optional error={errors.description?.message} {...register('description')} />
      {notedExercises}
    </>
  );
}
