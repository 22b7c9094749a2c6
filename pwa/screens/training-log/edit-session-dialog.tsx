import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Video } from '../../../api/contract/entities/video.ts';
import { discardDraft, type Draft, readDraft } from '../../../sync/drafts.ts';
import { getSession } from '../../../sync/queries/sessions.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { showError } from '../../components/toast-store.ts';
import { changedFields, draftOver } from '../../forms/draft-values.ts';
import { DraftLine } from '../../forms/draft-line.tsx';
import { offerDraft } from '../../forms/draft-toast.ts';
import { dropErrorToast } from '../../forms/drop-error-toast.ts';
import { useDraftKeeper } from '../../forms/use-draft-keeper.ts';
import { useRefusalToast } from '../../forms/use-refusal-toast.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { useMutate } from '../../sync/use-mutate.ts';
import { SessionFields } from './session-fields.tsx';
import { type SessionForm, SessionFormSchema, formOf, patchOf } from './session-form.ts';
import { TEXTS } from './texts.ts';
import { useDeleteSession } from './use-delete-session.ts';

const draftKey = (id: string) => `videos.update:${id}`;

export interface EditSessionDialogProps {
  id: string;
  onClose: () => void;
}

/** The Edit Training Log dialog: title, dog, date, notes; and the way to delete the session. */
export function EditSessionDialog({ id, onClose }: EditSessionDialogProps) {
  const store = useStore();
  const [round, setRound] = useState(0);
  const found = useLive(async () => {
    const [session, draft] = await Promise.all([getSession(store, id), readDraft(store, draftKey(id))]);
    return { session, draft };
  }, [store, id]);
  if (found === undefined) return null;

  const { session, draft } = found;
  if (!session?.owner.isMe) {
    return (
      <Dialog open onClose={onClose} title={TEXTS.editDialog.title}>
        <p>{TEXTS.editDialog.gone}</p>
      </Dialog>
    );
  }
  const keepAndClose = (dirty: boolean) => {
    if (dirty) offerDraft(() => void discardDraft(store, draftKey(id)));
    onClose();
  };
  return (
    <EditSessionForm
      key={`${id} ${round}`}
      video={session.video}
      draft={round === 0 ? draft : null}
      onClose={keepAndClose}
      onDone={onClose}
      onDiscard={() => setRound(round + 1)}
    />
  );
}

interface EditSessionFormProps {
  video: Video;
  draft: Draft | null;
  onClose: (dirty: boolean) => void;
  onDone: () => void;
  onDiscard: () => void;
}

function EditSessionForm({ video, draft, onClose, onDone, onDiscard }: EditSessionFormProps) {
  const mutate = useMutate();
  const deleteSession = useDeleteSession();
  const formId = useId();
  // As it was when the dialog opened: what arrives meanwhile from another device must not move under the fingers.
  const [before] = useState(() => formOf(video));
  // What the author saw, to settle a clash with what arrived meanwhile.
  const [base] = useState({ title: video.title, description: video.description, dogId: video.dogId, trainedAt: video.trainedAt });
  const [hadDraft] = useState(draft !== null);
  const form = useForm<SessionForm>({
    defaultValues: draftOver(before, draft?.values),
    resolver: standardSchemaResolver(SessionFormSchema),
  });
  const refuse = useRefusalToast(form);
  const keeper = useDraftKeeper(draftKey(video.id), form, before);
  const saving = useRef(false);
  const [pending, setPending] = useState(false);

  const save = async (values: SessionForm) => {
    if (saving.current) return;
    saving.current = true;
    setPending(true);
    keeper.settle();
    try {
      const payload = patchOf(values, changedFields(before, values), video.trainedZone);
      await mutate('videos.update', { params: { id: video.id }, payload: { ...payload, base }, clearDraft: draftKey(video.id) });
      dropErrorToast();
      onDone();
    } catch {
      keeper.resume();
      showError(TEXTS.updateFailed);
      saving.current = false;
      setPending(false);
    }
  };
  const remove = async () => {
    await keeper.discard();
    await deleteSession(video.id);
    onDone();
  };

  return (
    <Dialog
      open
      onClose={() => onClose(keeper.dirty)}
      title={TEXTS.editDialog.title}
      foot={
        <>
          {hadDraft && keeper.dirty ? (
            <DraftLine onDiscard={() => void keeper.discard().then(onDiscard)} />
          ) : (
            <Button tone="danger" icon="trash" onClick={() => void remove()}>
              {TEXTS.editDialog.remove}
            </Button>
          )}
          <Button tone="primary" type="submit" form={formId} pending={pending && TEXTS.editDialog.saving}>
            {TEXTS.editDialog.save}
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
        <SessionFields form={form} />
      </form>
    </Dialog>
  );
}
