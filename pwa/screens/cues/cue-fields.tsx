import { type UseFormReturn, useWatch } from 'react-hook-form';
import { DIFFICULTIES, SPORTS, VISIBILITIES } from '../../../api/contract/places-and-sports.ts';
import { useIsMinor } from '../../age/use-is-minor.ts';
import { SelectField } from '../../components/select-field.tsx';
import { TextArea } from '../../components/text-area.tsx';
import { TextField } from '../../components/text-field.tsx';
import type { CueForm } from './cue-form.ts';
import { TEXTS } from './texts.ts';

/** The fields of a cue, for creating and editing. */
export function CueFields({ form: { register, control, formState } }: { form: UseFormReturn<CueForm> }) {
  const { errors } = formState;
  const isMinor = useIsMinor();
  const { fields } = TEXTS;
  const [sport, visibility] = useWatch({ control, name: ['sport', 'visibility'] });
  // Keep a sport that only a newer app version knows.
  const sports: readonly string[] = SPORTS;
  return (
    <>
      <TextField
        label={fields.name}
        placeholder={fields.nameExample}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name')}
      />
      <div className="grid gap-x-4 gap-y-6 sm:grid-cols-2">
        <SelectField label={fields.sport} error={errors.sport?.message} {...register('sport')}>
          {!sports.includes(sport) && <option>{sport}</option>}
          {sports.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
        <SelectField label={fields.difficulty} error={errors.difficulty?.message} {...register('difficulty')}>
          {DIFFICULTIES.map((difficulty) => (
            <option key={difficulty} value={difficulty}>
              {TEXTS.difficulties[difficulty]}
            </option>
          ))}
        </SelectField>
      </div>
      <TextArea label={fields.description} optional rows={3} error={errors.description?.message} {...register('description')} />
      <TextArea label={fields.steps} optional rows={5} hint={fields.stepsHint} error={errors.steps?.message} {...register('steps')} />
      <SelectField
        label={fields.visibility}
        hint={TEXTS.visibilityHints[visibility]}
        error={errors.visibility?.message}
        {...register('visibility')}
      >
        {VISIBILITIES.filter((each) => each !== 'public' || !isMinor || each === visibility).map((each) => (
          <option key={each} value={each}>
            {TEXTS.visibilities[each]}
          </option>
        ))}
      </SelectField>
    </>
  );
}
