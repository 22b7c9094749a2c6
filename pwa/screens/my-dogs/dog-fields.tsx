import { type UseFormReturn, useWatch } from 'react-hook-form';
import { TextField } from '../../components/text-field.tsx';
import { deviceDay } from '../../dates/training-moment.ts';
import { type CurrentPicture, PictureField } from '../../forms/picture-field.tsx';
import type { PickedMedia } from '../../forms/use-picked-media.ts';
import { usePorts } from '../../sync/sync-provider.tsx';
import type { DogForm } from '../../dogs/dog-form.ts';
import { TEXTS } from './texts.ts';

export interface DogFieldsProps {
  form: UseFormReturn<DogForm>;
  picked: PickedMedia;
  /** The picture that stays unless another is chosen. */
  current: CurrentPicture | null;
}

/** Name, breed, birthdate, titles and picture, for adding and editing. */
export function DogFields({ form: { register, control, setValue, formState }, picked, current }: DogFieldsProps) {
  const ports = usePorts();
  const { errors } = formState;
  const { fields } = TEXTS;
  const removed = useWatch({ control, name: 'pictureRemoved' });
  return (
    <>
      <TextField label={fields.name} autoComplete="off" error={errors.name?.message} {...register('name')} />
      <TextField label={fields.breed} autoComplete="off" error={errors.breed?.message} {...register('breed')} />
      <TextField
        type="date"
        label={fields.birthdate}
        // Keeps the date picker from offering a later date.
        max={deviceDay(ports.now())}
        error={errors.birthdate?.message}
        {...register('birthdate')}
      />
      <TextField
        label={fields.titles}
        optional
        autoComplete="off"
        placeholder={fields.titlesExample}
        hint={fields.titlesHint}
        error={errors.titles?.message}
        {...register('titles')}
      />
      <PictureField
        entity="dogs"
        picked={picked}
        current={removed ? null : current}
        onRemoveCurrent={() => setValue('pictureRemoved', true)}
      />
    </>
  );
}
