import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useId, useState } from 'react';
import { NAME_MAX } from '../../../api/contract/limits.ts';
import { COUNTIES } from '../../../api/contract/places-and-sports.ts';
import { getOwnProfile, type ProfileCard } from '../../../sync/queries/people.ts';
import type { Draft } from '../../../sync/store/draft-row.ts';
import { Button } from '../../components/button.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { changedFields } from '../../forms/draft-values.ts';
import { useOpeningDraft } from '../../forms/use-opening-draft.ts';
import { PublicField } from '../../people/public-field.tsx';
import { formOf, patchOf, type ProfileForm, ProfileFormSchema } from '../../people/profile-form.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { useMutate } from '../../sync/use-mutate.ts';
import { StepFrame, type StepProps } from './step-frame.tsx';
import { TEXTS } from './texts.ts';
import { useStepForm } from './use-step-form.ts';

const { profile: WORDS } = TEXTS;
/** Edit Profile uses the same draft. */
const DRAFT = 'profile.update';

/** The step for name, county and visibility (R262). */
export function ProfileStep(props: StepProps) {
  const store = useStore();
  const card = useLive(() => getOwnProfile(store), [store]);
  const draft = useOpeningDraft(DRAFT);
  return card && draft !== undefined ? <ProfileStepForm {...props} card={card} draft={draft} /> : null;
}

function ProfileStepForm({ card, draft, onNext, onLeave }: StepProps & { card: ProfileCard; draft: Draft | null }) {
  const formId = useId();
  const mutate = useMutate();
  // Keep the profile that the person sees: a change from another device must not appear while they type.
  const [{ profile }] = useState(card);
  const [blank] = useState(() => formOf(profile));
  const { form, pending, submit } = useStepForm<ProfileForm>({
    draftKey: DRAFT,
    draft,
    blank,
    resolver: standardSchemaResolver(ProfileFormSchema),
    entity: 'profile',
    seen: card,
    failed: WORDS.failed,
    invalid: WORDS.validation,
    save: async (values, mediaId, clearDraft) => {
      const changed = changedFields(blank, values).filter((field) => field !== 'isPublic' || profile.isAdult !== false);
      if (changed.length === 0) return null;
      const payload = { ...patchOf(values, changed), base: profile };
      return (await mutate('profile.update', { payload, clearDraft, ...(mediaId && { mediaId }) })).key;
    },
    onSaved: onNext,
  });
  const { errors } = form.formState;
  return (
    <StepFrame
      step={1}
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
        <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
          <TextField
            label={WORDS.firstName}
            autoComplete="given-name"
            maxLength={NAME_MAX}
            aria-required
            error={errors.firstName?.message}
            {...form.register('firstName')}
          />
          <TextField
            label={WORDS.lastName}
            autoComplete="family-name"
            maxLength={NAME_MAX}
            aria-required
            error={errors.lastName?.message}
            {...form.register('lastName')}
          />
        </div>
        <SelectField label={WORDS.county} optional error={errors.location?.message} {...form.register('location')}>
          <option value="">{WORDS.noCounty}</option>
          {COUNTIES.map((county) => (
            <option key={county}>{county}</option>
          ))}
        </SelectField>
        <PublicField label={WORDS.isPublic} hint={WORDS.publicHint} isMinor={profile.isAdult === false} {...form.register('isPublic')} />
      </form>
    </StepFrame>
  );
}
