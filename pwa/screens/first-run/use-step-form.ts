import { type FormEvent, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import type { Draft } from '../../../sync/store/draft-row.ts';
import type { MediaEntity } from '../../../sync/store/media-row.ts';
import { draftOver } from '../../forms/draft-values.ts';
import { dropErrorToast } from '../../forms/drop-error-toast.ts';
import { showFailure } from '../../forms/show-failure.ts';
import { tellWhenRefused } from '../../forms/tell-when-refused.ts';
import { useDraftKeeper } from '../../forms/use-draft-keeper.ts';
import { usePickedMedia } from '../../forms/use-picked-media.ts';
import { useRefusalToast } from '../../forms/use-refusal-toast.ts';
import { useStore } from '../../sync/sync-provider.tsx';

export interface StepFormOptions<Values extends FieldValues> {
  /** Draft key of the app's regular form for this row: that form offers the draft if the person leaves the first run. */
  draftKey: string;
  draft: Draft | null;
  blank: Values;
  resolver: Resolver<Values>;
  entity: MediaEntity;
  /** The row as it was when the form opened; kept with the draft. */
  seen?: unknown;
  failed: string;
  /** Title of the toast about invalid values. */
  invalid?: string;
  /** Saves on this device. @returns the key of the queued change; null if nothing has changed */
  save: (values: Values, mediaId: string | null, draftKey: string) => Promise<string | null>;
  onSaved: () => void;
}

/** A form on a page of its own, with a kept draft and an optional file. Repeated submits save once. */
export function useStepForm<Values extends FieldValues>(options: StepFormOptions<Values>) {
  const { draftKey, draft, blank, resolver, entity, seen, failed, invalid, save, onSaved } = options;
  const store = useStore();
  const form = useForm<Values>({ defaultValues: draftOver(blank, draft?.values) as DefaultValues<Values>, resolver });
  const refuse = useRefusalToast(form, invalid);
  const picked = usePickedMedia(entity, { key: draftKey, mediaId: draft?.mediaId ?? null });
  const keeper = useDraftKeeper(draftKey, form, blank, { mediaId: picked.mediaId, seen });
  const saving = useRef(false);
  const [pending, setPending] = useState(false);

  const saveOnce = async (values: Values) => {
    if (saving.current) return;
    saving.current = true;
    setPending(true);
    keeper.settle();
    try {
      const key = await save(values, await picked.settled(), keeper.key());
      dropErrorToast();
      tellWhenRefused(store, [{ key }], failed);
      onSaved();
    } catch (error) {
      keeper.resume();
      showFailure(error, failed);
      saving.current = false;
      setPending(false);
    }
  };
  const submit = (event: FormEvent) => void form.handleSubmit(saveOnce, refuse)(event);
  return { form, picked, pending, submit };
}
