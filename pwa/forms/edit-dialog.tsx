import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { discardDraft, type Draft, readDraft } from '../../sync/drafts.ts';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Dialog } from '../components/dialog.tsx';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { changedFields } from './draft-values.ts';
import { DraftedFormDialog, type FormDialogProps, type FormDialogTexts } from './form-dialog.tsx';
import type { SavedChange } from './tell-when-refused.ts';

export interface Edit<Row, Values extends FieldValues> {
  /** The row as its author saw it when typing began: settles a clash with what arrived meanwhile. */
  seen: Row;
  values: Values;
  /** The fields that its author changed. */
  changed: readonly (keyof Values & string)[];
  mediaId: string | null;
}

export interface EditDialogProps<Row, Values extends FieldValues>
  extends Omit<FormDialogProps<Values>, 'texts' | 'blank' | 'seen' | 'onDiscarded' | 'onSave' | 'besideSave' | 'typedAtOnce' | 'children'> {
  texts: FormDialogTexts & { remove: string; gone: string };
  /** Undefined while the store has not answered, null where there is no such row any more. */
  row: Row | null | undefined;
  formOf: (row: Row) => Values;
  onUpdate: (edit: Edit<Row, Values>) => Promise<readonly SavedChange[]>;
  onDelete: (row: Row) => Promise<void>;
  /** What deleting asks first, if it asks. */
  askDelete?: (row: Row) => { title: string; text: string; confirm: string } | null;
  children: (row: Row, ...parts: Parameters<FormDialogProps<Values>['children']>) => React.ReactNode;
}

/** Edits what is there, and deletes it. `draftKey` names the row: with another one it is another dialog. */
export function EditDialog<Row, Values extends FieldValues>(props: EditDialogProps<Row, Values>) {
  const { row, texts, draftKey, onClose } = props;
  if (row === undefined) return null;
  if (row === null) {
    return (
      <Dialog open onClose={onClose} title={texts.title}>
        <p>{texts.gone}</p>
      </Dialog>
    );
  }
  return <EditRow key={draftKey} {...props} row={row} />;
}

function EditRow<Row, Values extends FieldValues>(props: EditDialogProps<Row, Values> & { row: Row }) {
  const { draftKey } = props;
  const store = useStore();
  const draft = useLive(() => readDraft(store, draftKey), [store, draftKey]);
  return draft !== undefined && <DraftedEdit {...props} draft={draft} />;
}

function DraftedEdit<Row, Values extends FieldValues>({
  row,
  draft,
  formOf,
  onUpdate,
  onDelete,
  askDelete,
  children,
  ...props
}: EditDialogProps<Row, Values> & { row: Row; draft: Draft | null }) {
  const { draftKey, texts, onClose } = props;
  const store = useStore();
  // As it was when the dialog opened, or when its draft was begun: what arrives meanwhile from another device must not
  // move under the fingers, and a draft must not take it back.
  const [{ seen, blank }, begin] = useState(() => begunWith((draft?.seen as Row | undefined) ?? row, formOf));
  const [asking, setAsking] = useState(false);
  const question = askDelete?.(row);
  const remove = async () => {
    setAsking(false);
    await discardDraft(store, draftKey);
    onClose();
    await onDelete(row);
  };
  return (
    <>
      <DraftedFormDialog
        {...props}
        draft={draft}
        blank={blank}
        seen={seen}
        onDiscarded={() => begin(begunWith(row, formOf))}
        besideSave={
          <Button tone="danger" icon="trash" onClick={() => (question ? setAsking(true) : void remove())}>
            {texts.remove}
          </Button>
        }
        onSave={(values, mediaId) => onUpdate({ seen, values, changed: changedFields(blank, values), mediaId })}
      >
        {(form, picked) => children(seen, form, picked)}
      </DraftedFormDialog>
      {question && (
        <ConfirmDialog
          open={asking}
          danger
          title={question.title}
          confirmLabel={question.confirm}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          <p>{question.text}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const begunWith = <Row, Values>(seen: Row, formOf: (row: Row) => Values) => ({ seen, blank: formOf(seen) });
