import { type UseFormReturn, useWatch } from 'react-hook-form';
import { SelectField } from '../../components/select-field.tsx';
import { TextArea } from '../../components/text-area.tsx';
import { TextField } from '../../components/text-field.tsx';
import { DogOptions } from '../../forms/dog-options.tsx';
import { useDogChoices } from '../../forms/use-dog-choices.ts';
import { CueChecklist } from './cue-checklist.tsx';
import { CueOrder } from './cue-order.tsx';
import type { ProgramForm } from './program-form.ts';
import { TEXTS } from './texts.ts';
import { useCueChoices } from './use-cue-choices.ts';

/** Name, dog, goal and cues, for creating and editing. */
export function ProgramFields({ form }: { form: UseFormReturn<ProgramForm> }) {
  const { register, control } = form;
  const { errors } = form.formState;
  // Controlled: the dogs load after the first render, and an uncontrolled select loses a value that has no option yet.
  const [dogId, cueIds] = useWatch({ control, name: ['dogId', 'cueIds'] });
  const dogs = useDogChoices(dogId);
  const choices = useCueChoices();
  const { fields } = TEXTS;
  const choose = (next: string[]) => form.setValue('cueIds', next, { shouldDirty: true });
  const choiceOf = new Map((choices ?? []).map((choice) => [choice.id, choice]));
  // Drop cues that were deleted while the dialog was open.
  const chosen = cueIds.flatMap((id) => choiceOf.get(id) ?? []);
  const chosenIds = chosen.map(({ id }) => id);
  return (
    <>
      <TextField
        label={fields.name}
        placeholder={fields.nameExample}
        autoComplete="off"
        error={errors.name?.message}
        {...register('name')}
      />
      <SelectField label={fields.dogId} optional value={dogId} error={errors.dogId?.message} {...register('dogId')}>
        <option value="">{fields.noDog}</option>
        <DogOptions dogs={dogs} />
      </SelectField>
      <TextArea label={fields.goal} optional rows={3} error={errors.goal?.message} {...register('goal')} />
      {choices && (
        <fieldset className="grid min-w-0 gap-3">
          <legend className="mb-1.5 flex w-full items-baseline justify-between gap-4 text-15 font-semi">
            {fields.cues}
            <span className="font-regular text-ink-3">{choices.length > 0 && fields.chosen(chosen.length, choices.length)}</span>
          </legend>
          <CueOrder cues={chosen} onChange={choose} />
          <CueChecklist choices={choices} chosen={chosenIds} onChange={choose} />
        </fieldset>
      )}
    </>
  );
}
