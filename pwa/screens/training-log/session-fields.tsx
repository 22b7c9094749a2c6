import { type UseFormReturn, useWatch } from 'react-hook-form';
import { TextArea } from '../../components/text-area.tsx';
import { TextField } from '../../components/text-field.tsx';
import { DogField } from './dog-field.tsx';
import type { SessionForm } from './session-form.ts';
import { TEXTS } from './texts.ts';

/** Dog, title, date and time, notes, for logging and editing. */
export function SessionFields({ form }: { form: UseFormReturn<SessionForm> }) {
  const { register, control } = form;
  const { errors } = form.formState;
  const dogId = useWatch({ control, name: 'dogId' });
  const { fields } = TEXTS;
  return (
    <>
      <DogField value={dogId} error={errors.dogId?.message} onChoose={(id) => form.setValue('dogId', id)} />
      <TextField
        label={fields.title}
        placeholder={fields.titleExample}
        autoComplete="off"
        enterKeyHint="done"
        error={errors.title?.message}
        {...register('title')}
      />
      <TextField type="datetime-local" label={fields.trainedAt} error={errors.trainedAt?.message} {...register('trainedAt')} />
      <TextArea label={fields.description} optional error={errors.description?.message} {...register('description')} />
    </>
  );
}
