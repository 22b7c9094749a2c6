import { useId, useState } from 'react';
import { Controller } from 'react-hook-form';
import type { Draft } from '../../../sync/store/draft-row.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/text-field.tsx';
import { BLANK_DOG, type DogForm, dogFormResolver, payloadOf } from '../../dogs/dog-form.ts';
import { PictureField } from '../../forms/picture-field.tsx';
import { useOpeningDraft } from '../../forms/use-opening-draft.ts';
import { usePorts } from '../../sync/sync-provider.tsx';
import { useMutate } from '../../sync/use-mutate.ts';
import { BirthdateField } from './birthdate-field.tsx';
import { StepFrame, type StepProps } from './step-frame.tsx';
import { TEXTS } from './texts.ts';
import { useStepForm } from './use-step-form.ts';

const { dog: WORDS } = TEXTS;
/** The Add New Dog dialog uses the same draft. */
const DRAFT = 'dogs.create';

/** The step for the first dog (R263). */
export function DogStep(props: StepProps) {
  const draft = useOpeningDraft(DRAFT);
  return draft === undefined ? null : <DogStepForm {...props} draft={draft} />;
}

function DogStepForm({ draft, onNext, onLeave }: StepProps & { draft: Draft | null }) {
  const formId = useId();
  const ports = usePorts();
  const mutate = useMutate();
  // One id, so that repeated taps on Next create one row.
  const [id] = useState(() => ports.newId());
  const { form, picked, pending, submit } = useStepForm<DogForm>({
    draftKey: DRAFT,
    draft,
    blank: BLANK_DOG,
    resolver: dogFormResolver(() => ports.now()),
    entity: 'dogs',
    failed: WORDS.failed,
    save: async (values, mediaId, clearDraft) =>
      (await mutate('dogs.create', { id, payload: payloadOf(values), clearDraft, ...(mediaId && { mediaId }) })).key,
    onSaved: onNext,
  });
  const { errors } = form.formState;
  return (
    <StepFrame
      step={2}
      title={WORDS.title}
      lead={WORDS.lead}
      onLeave={onLeave}
      foot={
        <>
          <Button tone="primary" type="submit" form={formId} pending={pending && TEXTS.saving}>
            {TEXTS.next}
          </Button>
          <Button tone="quiet" onClick={onNext}>
            {WORDS.skip}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-6" onSubmit={submit}>
        <PictureField entity="dogs" picked={picked} current={null} onRemoveCurrent={() => undefined} />
        <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
          <TextField label={WORDS.name} autoComplete="off" error={errors.name?.message} {...form.register('name')} />
          <TextField
            label={WORDS.breed}
            autoComplete="off"
            placeholder={WORDS.breedExample}
            error={errors.breed?.message}
            {...form.register('breed')}
          />
        </div>
        <Controller
          control={form.control}
          name="birthdate"
          render={({ field: { ref, value, onChange } }) => (
            <BirthdateField ref={ref} value={value} onChange={onChange} error={errors.birthdate?.message} />
          )}
        />
      </form>
    </StepFrame>
  );
}
