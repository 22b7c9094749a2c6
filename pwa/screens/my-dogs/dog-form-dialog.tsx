import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { trainingDay } from '../../../api/contract/training-day.ts';
import { discardDraft, type Draft } from '../../../sync/drafts.ts';
import { forgetMedia } from '../../../sync/forget-media.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { showError } from '../../components/toast-store.ts';
import { deviceZone } from '../../dates/training-moment.ts';
import { DraftLine } from '../../forms/draft-line.tsx';
import { offerDraft } from '../../forms/draft-toast.ts';
import { draftOver } from '../../forms/draft-values.ts';
import { dropErrorToast } from '../../forms/drop-error-toast.ts';
import { type CurrentPicture, PictureField } from '../../forms/picture-field.tsx';
import { useDraftKeeper } from '../../forms/use-draft-keeper.ts';
import { usePickedMedia } from '../../forms/use-picked-media.ts';
import { useRefusalToast } from '../../forms/use-refusal-toast.ts';
import { usePorts, useStore } from '../../sync/sync-provider.tsx';
import { DogFields } from './dog-fields.tsx';
import { type DogForm, DogFormSchema, isComplete } from './dog-form.ts';

export interface DogFormDialogProps {
  title: string;
  save: string;
  saving: string;
  /** What a refusal or failure is called in its toast. */
  failed: string;
  draftKey: string;
  draft: Draft | null;
  blank: DogForm;
  /** The picture that stands until another is chosen. */
  picture: CurrentPicture | null;
  /** Stands left in the foot while there is no draft to speak of. */
  besideSave?: ReactNode;
  /** Saves on this device; a failure keeps all that was typed. */
  onSave: (values: DogForm, picture: { mediaId: string | null; removed: boolean }) => Promise<unknown>;
  onClose: () => void;
  /** What was typed is forgotten: begin anew. */
  onDiscarded: () => void;
}

/** The form behind Add New Dog and Edit Dog Profile. */
export function DogFormDialog(props: DogFormDialogProps) {
  const { draftKey, draft, blank, onSave, onClose, onDiscarded } = props;
  const store = useStore();
  const ports = usePorts();
  const formId = useId();
  const [hadDraft] = useState(draft !== null);
  const form = useForm<DogForm>({ defaultValues: draftOver(blank, draft?.values), resolver: standardSchemaResolver(DogFormSchema) });
  const refuse = useRefusalToast(form);
  const picked = usePickedMedia('dogs', draft?.mediaId ?? null);
  const keeper = useDraftKeeper(draftKey, form, blank, picked.mediaId);
  const [removed, setRemoved] = useState(false);
  const complete = isComplete({ ...blank, ...useWatch({ control: form.control }) });
  const saving = useRef(false);
  const [pending, setPending] = useState(false);

  const forget = async () => {
    await discardDraft(store, draftKey);
    if (picked.mediaId) await forgetMedia(store, ports, picked.mediaId);
  };
  const save = async (values: DogForm) => {
    if (saving.current) return;
    saving.current = true;
    setPending(true);
    keeper.settle();
    try {
      await onSave(values, { mediaId: await picked.settled(), removed });
      dropErrorToast();
      onClose();
    } catch {
      keeper.resume();
      showError(props.failed);
      saving.current = false;
      setPending(false);
    }
  };
  const close = () => {
    if (keeper.dirty) offerDraft(() => void forget());
    onClose();
  };

  return (
    <Dialog
      open
      onClose={close}
      title={props.title}
      foot={
        <>
          {hadDraft && keeper.dirty ? (
            <DraftLine onDiscard={() => void keeper.discard().then(forget).then(onDiscarded)} />
          ) : (
            props.besideSave
          )}
          <Button tone="primary" type="submit" form={formId} disabled={!complete} pending={pending && props.saving}>
            {props.save}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-6"
        onSubmit={(event) => void form.handleSubmit(save, refuse)(event)}
      >
        <DogFields
          register={form.register}
          errors={form.formState.errors}
          today={trainingDay(new Date(ports.now()).toISOString(), deviceZone())}
        />
        <PictureField entity="dogs" picked={picked} current={removed ? null : props.picture} onRemoveCurrent={() => setRemoved(true)} />
      </form>
    </Dialog>
  );
}
