import { useId, useMemo, useState } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import type { Draft } from '../../sync/store/draft-row.ts';
import { Dialog } from '../components/dialog.tsx';
import { DraftLine } from './draft-line.tsx';
import { draftOver } from './draft-values.ts';
import type { FormDialogProps } from './form-dialog-props.ts';
import { OtherSaveButton } from './other-save-button.tsx';
import { SaveButton } from './save-button.tsx';
import { useDraftKeeper } from './use-draft-keeper.ts';
import { useDraftOffer } from './use-draft-offer.ts';
import { usePickedMedia } from './use-picked-media.ts';
import { useSaveFlow } from './use-save-flow.ts';

interface DraftedFormProps<Values extends FieldValues> extends FormDialogProps<Values> {
  draft: Draft | null;
  onDiscarded: () => void;
}

/** A form in its dialog, until its draft is discarded: DraftedFormDialog then mounts a new one. */
export function DraftedForm<Values extends FieldValues>(props: DraftedFormProps<Values>) {
  const { texts, draftKey, draft, blank, resolver, onDiscarded } = props;
  const formId = useId();
  const [hadDraft] = useState(draft !== null);
  const { fromDraft = (values) => values } = props;
  const form = useForm<Values>({ defaultValues: draftOver(blank, draft && fromDraft(draft.values)) as DefaultValues<Values>, resolver });
  // The default is unused: a form without `takes` never picks a file.
  const picked = usePickedMedia(props.takes ?? 'videos', { key: draftKey, mediaId: draft?.mediaId ?? null });
  const keeper = useDraftKeeper(draftKey, form, blank, { mediaId: picked.mediaId, seen: props.seen });
  const { discard, keepAndOffer } = useDraftOffer(keeper, picked.mediaId);
  const { hidden, pending, savesOther, element, close, press, submit } = useSaveFlow(props, { form, picked, keeper, keepAndOffer });

  const { children } = props;
  const { formState } = form;
  // Saving re-renders the dialog around the fields, not the fields.
  const fields = useMemo(() => children({ ...form, formState }, picked), [children, form, formState, picked]);
  return (
    <Dialog
      open
      hidden={hidden}
      onClose={close}
      title={texts.title}
      foot={
        <>
          {hadDraft && keeper.dirty && <DraftLine onDiscard={() => void discard().then(onDiscarded)} />}
          <SaveButton
            form={form}
            formId={formId}
            pending={pending && !savesOther && texts.saving}
            isComplete={props.isComplete}
            onPress={press}
          >
            {texts.save}
          </SaveButton>
          {props.otherSave && (
            <OtherSaveButton {...{ form, formId }} pending={pending && savesOther} onPress={press} otherSave={props.otherSave} />
          )}
        </>
      }
    >
      <form
        ref={element}
        id={formId}
        noValidate
        data-typed-at-once={props.typedAtOnce || undefined}
        className="grid gap-6"
        onSubmit={submit}
      >
        {fields}
      </form>
      {props.below?.(keeper)}
    </Dialog>
  );
}
