import { type UseFormReturn, useWatch } from 'react-hook-form';
import { SelectField } from '../../components/select-field.tsx';
import { TextArea } from '../../components/text-area.tsx';
import { TextField } from '../../components/text-field.tsx';
import type { SessionForm } from './session-form.ts';
import { TEXTS } from './texts.ts';
import { useDogChoices } from '../../forms/use-dog-choices.ts';

/** Title, dog, date and time, notes, for logging and editing. */
export function SessionFields({ form }: { form: UseFormReturn<SessionForm> }) {
  const { register, control } = form;
  const { errors } = form.formState;
  // Controlled: the dogs load after the first render, and an uncontrolled select loses a value that has no option yet.
  const dogId = useWatch({ control, name: 'dogId' });
  const dogs = useDogChoices(dogId);
  const { fields } = TEXTS;
  return (
    <>
      <TextField
        label={fields.title}
        placeholder={fields.titleExample}
        autoComplete="off"
        enterKeyHint="done"
        error={errors.title?.message}
        {...register('title')}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-x-4 gap-y-6">
        <SelectField label={fields.dogId} optional value={dogId} error={errors.dogId?.message} {...register('dogId')}>
          <option value="">{fields.noDog}</option>
          {dogs.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField type="datetime-local" label={fields.trainedAt} error={errors.trainedAt?.message} {...register('trainedAt')} />
      </div>
      <TextArea label={fields.description} optional error={errors.description?.message} {...register('description')} />
    </>
  );
}
