import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { SelectField } from '../../components/select-field.tsx';
import { TextArea } from '../../components/text-area.tsx';
import { TextField } from '../../components/text-field.tsx';
import type { SessionForm } from './session-form.ts';
import { TEXTS } from './texts.ts';
import { useDogChoices } from './use-dog-choices.ts';

export interface SessionFieldsProps {
  register: UseFormRegister<SessionForm>;
  errors: FieldErrors<SessionForm>;
  /** The dog chosen already: stays a choice when it is retired or not on this device. */
  dogId: string;
}

/** Title, dog, date and time, notes: the same when a session is logged and when it is edited. */
export function SessionFields({ register, errors, dogId }: SessionFieldsProps) {
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
      <div className="grid gap-x-4 gap-y-6 sm:grid-cols-2">
        <SelectField label={fields.dog} optional error={errors.dogId?.message} {...register('dogId')}>
          <option value="">{fields.noDog}</option>
          {dogs.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField type="datetime-local" label={fields.trained} error={errors.trainedAt?.message} {...register('trainedAt')} />
      </div>
      <TextArea label={fields.notes} optional error={errors.description?.message} {...register('description')} />
    </>
  );
}
