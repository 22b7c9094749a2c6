import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { TextField } from '../../components/text-field.tsx';
import type { DogForm } from './dog-form.ts';
import { TEXTS } from './texts.ts';

export interface DogFieldsProps {
  register: UseFormRegister<DogForm>;
  errors: FieldErrors<DogForm>;
  /** YYYY-MM-DD: the date picker goes no further. */
  today: string;
}

/** Name, breed, birthdate and titles: the same when a dog is added and when it is edited. */
export function DogFields({ register, errors, today }: DogFieldsProps) {
  const { fields } = TEXTS;
  return (
    <>
      <TextField label={fields.name} autoComplete="off" error={errors.name?.message} {...register('name')} />
      <TextField label={fields.breed} autoComplete="off" error={errors.breed?.message} {...register('breed')} />
      <TextField type="date" label={fields.birthdate} max={today} error={errors.birthdate?.message} {...register('birthdate')} />
      <TextField
        label={fields.titles}
        optional
        autoComplete="off"
        placeholder={fields.titlesExample}
        hint={fields.titlesHint}
        error={errors.titles?.message}
        {...register('titles')}
      />
    </>
  );
}
