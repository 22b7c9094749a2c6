import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { discardDraft, type Draft, readDraft } from '../../../sync/drafts.ts';
import { forgetMedia } from '../../../sync/forget-media.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { showError } from '../../components/toast-store.ts';
import { deviceZone } from '../../dates/training-moment.ts';
import { DraftLine } from '../../forms/draft-line.tsx';
import { offerDraft } from '../../forms/draft-toast.ts';
import { draftOver } from '../../forms/draft-values.ts';
import { dropErrorToast } from '../../forms/drop-error-toast.ts';
import { MediaField } from '../../forms/media-field.tsx';
import { useDraftKeeper } from '../../forms/use-draft-keeper.ts';
import { usePickedMedia } from '../../forms/use-picked-media.ts';
import { useRefusalToast } from '../../forms/use-refusal-toast.ts';
import { afterSessionSaved } from '../../install/after-session-saved.ts';
import { usePorts, useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { useMutate } from '../../sync/use-mutate.ts';
import { SessionFields } from './session-fields.tsx';
import { type SessionForm, SessionFormSchema, blankSession, createOf } from './session-form.ts';
import { TEXTS } from './texts.ts';

const DRAFT = 'videos.create';

export interface AddSessionDialogProps {
  onClose: () => void;
  /** The dog that the log is filtered by: the likely one. */
  dogId: string;
}

/** The Add Training Log dialog. What is typed and picked in it is kept until it is saved or discarded. */
export function AddSessionDialog({ onClose, dogId }: AddSessionDialogProps) {
  const store = useStore();
  const ports = usePorts();
  const [round, setRound] = useState(0);
  const draft = useLive(() => readDraft(store, DRAFT), [store]);
  if (draft === undefined) return null;

  const discard = async (mediaId: string | null) => {
    await discardDraft(store, DRAFT);
    if (mediaId) await forgetMedia(store, ports, mediaId);
  };
  const keepAndClose = (dirty: boolean, mediaId: string | null) => {
    if (dirty) offerDraft(() => void discard(mediaId));
    onClose();
  };
  return (
    <AddSessionForm
      key={round}
      draft={round === 0 ? draft : null}
      dogId={dogId}
      onClose={keepAndClose}
      onSaved={onClose}
      onDiscard={(mediaId) => void discard(mediaId).then(() => setRound(round + 1))}
    />
  );
}

interface AddSessionFormProps {
  draft: Draft | null;
  dogId: string;
  onClose: (dirty: boolean, mediaId: string | null) => void;
  onSaved: () => void;
  onDiscard: (mediaId: string | null) => void;
}

function AddSessionForm({ draft, dogId, onClose, onSaved, onDiscard }: AddSessionFormProps) {
  const ports = usePorts();
  const mutate = useMutate();
  const formId = useId();
  // One id and one moment for as long as the dialog is open: however often Save is tapped, it is one session.
  const [opened] = useState(() => ({ id: ports.newId(), now: new Date(ports.now()).toISOString(), zone: deviceZone() }));
  const [blank] = useState(() => blankSession(opened.now, opened.zone, dogId));
  const [hadDraft] = useState(draft !== null);
  const form = useForm<SessionForm>({
    defaultValues: draftOver(blank, draft?.values),
    resolver: standardSchemaResolver(SessionFormSchema),
    shouldFocusError: true,
  });
  const refuse = useRefusalToast(form);
  const picked = usePickedMedia('videos', draft?.mediaId ?? null);
  const keeper = useDraftKeeper(DRAFT, form, blank, picked.mediaId);
  const saving = useRef(false);
  const [pending, setPending] = useState(false);

  const save = async (values: SessionForm) => {
    if (saving.current) return;
    saving.current = true;
    setPending(true);
    keeper.settle();
    try {
      const mediaId = await picked.settled();
      await mutate('videos.create', {
        id: opened.id,
        payload: createOf(values, opened),
        clearDraft: DRAFT,
        ...(mediaId && { mediaId }),
      });
      dropErrorToast();
      onSaved();
      afterSessionSaved();
    } catch {
      keeper.resume();
      showError(TEXTS.saveFailed);
      saving.current = false;
      setPending(false);
    }
  };

  return (
    <Dialog
      open
      onClose={() => onClose(keeper.dirty, picked.mediaId)}
      title={TEXTS.addDialog.title}
      foot={
        <>
          {hadDraft && keeper.dirty && (
            <DraftLine
              onDiscard={() => {
                void keeper.discard();
                onDiscard(picked.mediaId);
              }}
            />
          )}
          <Button tone="primary" type="submit" form={formId} pending={pending && TEXTS.addDialog.saving}>
            {TEXTS.addDialog.save}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-6" onSubmit={(event) => void form.handleSubmit(save, refuse)(event)}>
        <SessionFields form={form} />
        <MediaField picked={picked} />
      </form>
    </Dialog>
  );
}
