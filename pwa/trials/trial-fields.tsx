import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { SwitchRow } from '../components/switch-row.tsx';
import { TextArea } from '../components/text-area.tsx';
import { TextField } from '../components/text-field.tsx';
import { useToday } from '../dates/use-today.ts';
import { DogField } from '../dogs/dog-field.tsx';
import { TRIAL_TEXTS as TEXTS } from './texts.ts';
import type { TrialForm } from './trial-form.ts';

/** Dog, date, place, level and closing of the entry of a trial, and from its day on the result. */
export function TrialFields({ form }: { form: UseFormReturn<TrialForm> }) {
  const { register, control, setValue, formState } = form;
  const { errors } = formState;
  const { fields } = TEXTS;
  const shown = useWatch({ control, name: 'shownToPartners' });
  const dogId = useWatch({ control, name: 'dogId' });
  const day = useWatch({ control, name: 'day' });
  const today = useToday();
  const results = useWatch({ control, name: ['result', 'points', 'titleWon'] });
  // Once typed, they stay, so that nothing that is saved or wrong is out of sight.
  const [hadResult, setHadResult] = useState(false);
  if (!hadResult && results.some((typed) => typed !== '')) setHadResult(true);
  const input = (field: Exclude<keyof TrialForm, 'shownToPartners' | 'dogId'>) => ({
    autoComplete: 'off',
    error: errors[field]?.message,
    ...register(field),
  });
  return (
    <>
      <DogField value={dogId} error={errors.dogId?.message} onChoose={(id) => setValue('dogId', id, { shouldDirty: true })} />
      <TextField label={fields.name} placeholder={TEXTS.nameExample} {...input('name')} />
      <TextField type="date" label={fields.day} {...input('day')} />
      <TextField label={fields.place} optional {...input('place')} />
      <TextField label={fields.level} optional placeholder={TEXTS.levelExample} {...input('level')} />
      <TextField type="date" label={fields.entryCloses} optional {...input('entryCloses')} />
      {(hadResult || (day !== '' && day <= today)) && (
        <>
          <TextArea label={fields.result} optional {...input('result')} />
          <TextField label={fields.points} optional inputMode="decimal" {...input('points')} />
          <TextField label={fields.titleWon} optional hint={dogId && TEXTS.titleWonHint} {...input('titleWon')} />
        </>
      )}
      <SwitchRow
        label={fields.shownToPartners}
        hint={TEXTS.shownHint}
        checked={shown}
        onChange={(on) => setValue('shownToPartners', on, { shouldDirty: true })}
      />
    </>
  );
}
