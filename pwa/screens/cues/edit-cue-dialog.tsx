import { useState } from 'react';
import type { Cue } from '../../../api/contract/entities/cue.ts';
import { discardDraft } from '../../../sync/drafts.ts';
import { getCue } from '../../../sync/queries/cues.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { changedFields } from '../../forms/draft-values.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { useMutate } from '../../sync/use-mutate.ts';
import { CueFields } from './cue-fields.tsx';
import { type CueForm, cueFormResolver, formOf, patchOf } from './cue-form.ts';
import { TEXTS } from './texts.ts';
import { useDeleteCue } from './use-delete-cue.ts';

/** The Edit Cue dialog, and the way to delete the cue. */
export function EditCueDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const store = useStore();
  const card = useLive(() => getCue(store, id), [store, id]);
  if (card === undefined) return null;
  if (!card) {
    return (
      <Dialog open onClose={onClose} title={TEXTS.editDialog.title}>
        <p>{TEXTS.editDialog.gone}</p>
      </Dialog>
    );
  }
  return <EditCue key={id} cue={card.cue} onClose={onClose} />;
}

function EditCue({ cue, onClose }: { cue: Cue; onClose: () => void }) {
  const store = useStore();
  const mutate = useMutate();
  const deleteCue = useDeleteCue();
  const draftKey = `cues.update:${cue.id}`;
  // As it was when the dialog opened: what arrives meanwhile from another device must not move under the fingers.
  const [before] = useState(() => formOf(cue));
  // What the author saw, to settle a clash with what arrived meanwhile.
  const [base] = useState(() => {
    const { name, sport, difficulty, description, steps, visibility } = cue;
    return { name, sport, difficulty, description, steps, visibility };
  });

  const save = async (values: CueForm) => {
    const payload = { ...patchOf(values, changedFields({ ...before }, { ...values })), base };
    return [await mutate('cues.update', { params: { id: cue.id }, payload, clearDraft: draftKey })];
  };
  const remove = async () => {
    await discardDraft(store, draftKey);
    onClose();
    await deleteCue(cue);
  };

  return (
    <FormDialog
      {...TEXTS.editDialog}
      failed={TEXTS.updateFailed}
      draftKey={draftKey}
      blank={before}
      resolver={cueFormResolver}
      besideSave={
        <Button tone="danger" icon="trash" onClick={() => void remove()}>
          {TEXTS.editDialog.remove}
        </Button>
      }
      onSave={save}
      onClose={onClose}
    >
      {(form) => <CueFields form={form} />}
    </FormDialog>
  );
}
