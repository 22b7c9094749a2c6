import { getProgram, type ProgramCard } from '../../../sync/queries/programs.ts';
import type { Ports } from '../../../sync/ports/ports.ts';
import type { Store } from '../../../sync/store/store.ts';
import { type Edit, EditDialog } from '../../forms/edit-dialog.tsx';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';
import { formOf, patchOf, type ProgramForm, programFormResolver } from './program-form.ts';
import { ProgramFields } from './program-fields.tsx';
import { updateProgram } from './save-program.ts';
import { TEXTS } from './texts.ts';

/** The Edit Training Program dialog, including Delete. */
export function EditProgramDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const store = useStore();
  const row = useLive(() => getProgram(store, id), [store, id]);

  return (
    <EditDialog
      entity="programs"
      id={id}
      texts={TEXTS.editDialog}
      failed={TEXTS.updateFailed}
      resolver={programFormResolver}
      updating={{ write }}
      deletedWords={({ program: { name } }) => TEXTS.deleted(name)}
      {...{ row, formOf, onClose }}
    >
      {(_card, form) => <ProgramFields form={form} />}
    </EditDialog>
  );
}

const write = (store: Store, ports: Ports, { seen, values, changed, draftKey }: Edit<ProgramCard, ProgramForm>) =>
  updateProgram(store, ports, {
    seen: seen.program,
    seenCueIds: formOf(seen).cueIds,
    patch: patchOf(values, changed),
    cueIds: values.cueIds,
    clearDraft: draftKey,
  });
