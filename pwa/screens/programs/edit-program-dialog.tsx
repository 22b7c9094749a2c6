import { useState } from 'react';
import { discardDraft } from '../../../sync/drafts.ts';
import { getProgram, type ProgramCard } from '../../../sync/queries/programs.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { changedFields } from '../../forms/draft-values.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { requestBackgroundSync } from '../../sync/request-background-sync.ts';
import { usePorts, useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { formOf, patchOf, type ProgramForm, programFormResolver } from './program-form.ts';
import { ProgramFields } from './program-fields.tsx';
import { updateProgram } from './save-program.ts';
import { TEXTS } from './texts.ts';
import { useDeleteProgram } from './use-delete-program.ts';

/** The Edit Training Program dialog, and the way to delete the program. */
export function EditProgramDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const store = useStore();
  const card = useLive(() => getProgram(store, id), [store, id]);
  if (card === undefined) return null;
  if (!card) {
    return (
      <Dialog open onClose={onClose} title={TEXTS.editDialog.title}>
        <p>{TEXTS.editDialog.gone}</p>
      </Dialog>
    );
  }
  return <EditProgram key={id} card={card} onClose={onClose} />;
}

function EditProgram({ card, onClose }: { card: ProgramCard; onClose: () => void }) {
  const store = useStore();
  const ports = usePorts();
  const deleteProgram = useDeleteProgram();
  const draftKey = `programs.update:${card.program.id}`;
  // As it was when the dialog opened: what arrives meanwhile from another device must not move under the fingers.
  const [seen] = useState(card.program);
  const [before] = useState(() => formOf(card));

  const save = async (values: ProgramForm) => {
    const changes = await updateProgram(store, ports, {
      seen,
      seenCueIds: before.cueIds,
      patch: patchOf(values, changedFields({ ...before }, { ...values })),
      cueIds: values.cueIds,
      clearDraft: draftKey,
    });
    requestBackgroundSync();
    return changes;
  };
  const remove = async () => {
    await discardDraft(store, draftKey);
    onClose();
    await deleteProgram(card.program);
  };

  return (
    <FormDialog
      {...TEXTS.editDialog}
      failed={TEXTS.updateFailed}
      draftKey={draftKey}
      blank={before}
      resolver={programFormResolver}
      besideSave={
        <Button tone="danger" icon="trash" onClick={() => void remove()}>
          {TEXTS.editDialog.remove}
        </Button>
      }
      onSave={save}
      onClose={onClose}
    >
      {(form) => <ProgramFields form={form} />}
    </FormDialog>
  );
}
