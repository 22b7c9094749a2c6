import { CreateDialog } from '../../forms/create-dialog.tsx';
import { BLANK_PROGRAM, programFormResolver } from './program-form.ts';
import { ProgramFields } from './program-fields.tsx';
import { createProgram } from './save-program.ts';
import { TEXTS } from './texts.ts';

const DRAFT = 'programs.create';

/** The Create Program dialog. */
export function CreateProgramDialog({ onClose }: { onClose: () => void }) {
  return (
    <CreateDialog
      texts={TEXTS.createDialog}
      failed={TEXTS.createFailed}
      draftKey={DRAFT}
      blank={BLANK_PROGRAM}
      resolver={programFormResolver}
      creating={(id) => ({
        write: async (store, ports, values, _mediaId, draftKey) => {
          const [program, ...cues] = await createProgram(store, ports, id, values, draftKey);
          // The program counts as created even if one of its cues is refused.
          return [program, ...cues.map(({ key }) => ({ key, failed: TEXTS.cueFailed }))];
        },
      })}
      onClose={onClose}
    >
      {(form) => <ProgramFields form={form} />}
    </CreateDialog>
  );
}
