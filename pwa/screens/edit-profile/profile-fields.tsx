import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { BIO_MAX, NAME_MAX } from '../../../api/contract/limits.ts';
import { COUNTIES } from '../../../api/contract/places-and-sports.ts';
import { discardDraft } from '../../../sync/store/drafts.ts';
import type { Draft } from '../../../sync/store/draft-row.ts';
import { forgetMedia } from '../../../sync/media/forget-media.ts';
import type { ProfileCard } from '../../../sync/queries/people.ts';
import { useIsMinor } from '../../age/use-is-minor.ts';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../components/toast-store.ts';
import { SelectField } from '../../components/select-field.tsx';
import { TextArea } from '../../components/text-area.tsx';
import { TextField } from '../../components/text-field.tsx';
import { showFailure } from '../../forms/show-failure.ts';
import { DraftLine } from '../../forms/draft-line.tsx';
import { offerDraft } from '../../forms/draft-toast.ts';
import { changedFields, draftOver } from '../../forms/draft-values.ts';
import { dropErrorToast } from '../../forms/drop-error-toast.ts';
import { PictureField } from '../../forms/picture-field.tsx';
import { tellWhenRefused } from '../../forms/tell-when-refused.ts';
import { useDraftKeeper } from '../../forms/use-draft-keeper.ts';
import { usePickedMedia } from '../../forms/use-picked-media.ts';
import { useRefusalToast } from '../../forms/use-refusal-toast.ts';
import { usePorts, useStore } from '../../sync/sync-provider.tsx';
import { useMutate } from '../../sync/use-mutate.ts';
import { PublicField } from '../../people/public-field.tsx';
import { formOf, patchOf, type ProfileForm, ProfileFormSchema } from '../../people/profile-form.ts';
import { SportsField } from './sports-field.tsx';
import { TEXTS } from './texts.ts';

export interface ProfileFieldsHandle {
  /** Leaves the screen; typed text is kept as a draft and a toast says so. */
  cancel: () => void;
}

export interface ProfileFieldsProps {
  ref: Ref<ProfileFieldsHandle>;
  card: ProfileCard;
  draftKey: string;
  draft: Draft | null;
  onLeave: () => void;
  /** Called when the draft was discarded. Remount the form. */
  onDiscarded: () => void;
}

/** The form of Edit Profile. */
export function ProfileFields({ ref, card, draftKey, draft, onLeave, onDiscarded }: ProfileFieldsProps) {
  const { fields } = TEXTS;
  const store = useStore();
  const ports = usePorts();
  const mutate = useMutate();
  const isMinor = useIsMinor();
  // The profile as it was when the screen opened or its draft began. An update from another device must not change fields
  // while the person types, and saving the draft must not revert that update.
  const [seen] = useState(() => (draft?.seen as ProfileCard | undefined) ?? card);
  const { profile, picture } = seen;
  const [blank] = useState(() => formOf(profile));
  const [hadDraft] = useState(draft !== null);
  const form = useForm<ProfileForm>({
    defaultValues: draftOver(blank, draft?.values),
    resolver: standardSchemaResolver(ProfileFormSchema),
  });
  const refuse = useRefusalToast(form, TEXTS.validation);
  const picked = usePickedMedia('profile', { key: draftKey, mediaId: draft?.mediaId ?? null });
  const keeper = useDraftKeeper(draftKey, form, blank, { mediaId: picked.mediaId, seen });
  const [removed, setRemoved] = useState(false);
  const saving = useRef(false);
  const [pending, setPending] = useState(false);
  const { errors } = form.formState;

  const forget = async () => {
    await discardDraft(store, keeper.key());
    if (picked.mediaId) await forgetMedia(store, ports, picked.mediaId);
  };
  const save = async () => {
    if (saving.current) return;
    saving.current = true;
    setPending(true);
    keeper.settle();
    try {
      // A draft may be from before the person said that they are under 18.
      const values = { ...form.getValues(), ...(isMinor && { isPublic: false }) };
      const mediaId = await picked.settled();
      const { key } = await mutate('profile.update', {
        payload: {
          ...patchOf(values, changedFields(blank, values)),
          ...(removed && !mediaId && { profileImageUrl: null }),
          base: profile,
        },
        clearDraft: keeper.key(),
        ...(mediaId && { mediaId }),
      });
      dropErrorToast();
      tellWhenRefused(store, [{ key }], TEXTS.failed);
      showToast({ description: TEXTS.saved });
      onLeave();
    } catch (error) {
      keeper.resume();
      showFailure(error, TEXTS.failed);
      saving.current = false;
      setPending(false);
    }
  };
  const cancel = async () => {
    // Show the toast only once the draft is stored; a failing store must not keep the person on this screen.
    if (keeper.dirty)
      await keeper.keep().then(
        () => offerDraft(() => void forget()),
        () => undefined,
      );
    onLeave();
  };
  useImperativeHandle(ref, () => ({ cancel: () => void cancel() }));

  return (
    <form noValidate className="grid gap-6" onSubmit={(event) => void form.handleSubmit(save, refuse)(event)}>
      <PictureField
        entity="profile"
        picked={picked}
        current={!removed && (profile.profileImageUrl || picture) ? { media: picture, path: profile.profileImageUrl } : null}
        onRemoveCurrent={() => setRemoved(true)}
      />
      <div className="grid gap-6 sm:grid-cols-2 sm:gap-4">
        <TextField
          label={fields.firstName}
          autoComplete="given-name"
          maxLength={NAME_MAX}
          aria-required
          error={errors.firstName?.message}
          {...form.register('firstName')}
        />
        <TextField
          label={fields.lastName}
          autoComplete="family-name"
          maxLength={NAME_MAX}
          aria-required
          error={errors.lastName?.message}
          {...form.register('lastName')}
        />
      </div>
      <TextArea
        label={fields.bio}
        optional
        maxLength={BIO_MAX}
        placeholder={fields.bioExample}
        error={errors.bio?.message}
        {...form.register('bio')}
      />
      <SelectField label={fields.location} optional error={errors.location?.message} {...form.register('location')}>
        <option value="">{fields.noCounty}</option>
        {COUNTIES.map((county) => (
          <option key={county}>{county}</option>
        ))}
      </SelectField>
      <Controller
        control={form.control}
        name="sports"
        render={({ field }) => <SportsField chosen={field.value} onChange={field.onChange} />}
      />
      <PublicField label={fields.isPublic} hint={fields.publicHint} isMinor={isMinor} {...form.register('isPublic')} />
      {hadDraft && keeper.dirty && <DraftLine onDiscard={() => void keeper.discard().then(forget).then(onDiscarded)} />}
      {/* A tap here must not take the focus from the field: in a low window the buttons would move before the finger lifts (R339). */}
      <div className="form-foot flex flex-wrap items-center gap-3" onMouseDown={(event) => event.preventDefault()}>
        <Button tone="primary" type="submit" pending={pending && TEXTS.saving}>
          {TEXTS.save}
        </Button>
        <Button onClick={() => void cancel()}>{TEXTS.cancel}</Button>
      </div>
    </form>
  );
}
