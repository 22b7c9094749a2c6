import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { readDraft } from '../../sync/store/drafts.ts';
import { editDraft } from '../../sync/store/draft-keys.ts';
import type { Draft } from '../../sync/store/draft-row.ts';
import type { FormChange } from '../../sync/store/form-change.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import type { Restorable } from '../../sync/queries/deleted.ts';
import type { Store } from '../../sync/store/store.ts';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Dialog } from '../components/dialog.tsx';
import { useEndDialogEntry } from '../components/use-dialog-route.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { useMutate } from '../sync/use-mutate.ts';
import { changedFields } from './draft-values.ts';
import { DraftedFormDialog } from './drafted-form-dialog.tsx';
import { useFirstDraftEnds } from './use-first-draft-ends.ts';
import type { FormDialogProps, FormDialogTexts } from './form-dialog-props.ts';
import { showFailure } from './show-failure.ts';
import { FORM_TEXTS } from './texts.ts';
import { useDeleteRow } from './use-delete-row.ts';
import type { DraftKeeper } from './use-draft-keeper.ts';
import { useFirstDraft } from './use-first-draft.ts';
import type { SavedChange } from './tell-when-refused.ts';

export interface Edit<Row, Values extends FieldValues> {
  /** The row as the person saw it when typing began: the base for merging concurrent edits. */
  seen: Row;
  values: Values;
  /** The fields that the person changed. */
  changed: readonly (keyof Values & string)[];
  mediaId: string | null;
  /** Key of the draft, which is deleted when the change is stored. */
  draftKey: string;
}

export interface EditDialogProps<Row, Values extends FieldValues>
  extends Omit<
    FormDialogProps<Values>,
    'texts' | 'draftKey' | 'blank' | 'seen' | 'onDiscarded' | 'saving' | 'below' | 'typedAtOnce' | 'children'
  > {
  /** Entity and id identify the row; another row mounts a new dialog. */
  entity: Restorable;
  id: string;
  texts: FormDialogTexts & { remove: string; gone: string };
  /** Undefined until the store answers, null if the row is gone. */
  row: Row | null | undefined;
  formOf: (row: Row) => Values;
  updating:
    | { changeOf: (edit: Edit<Row, Values>) => FormChange }
    | { write: (store: Store, ports: Ports, edit: Edit<Row, Values>) => Promise<readonly SavedChange[]> };
  /** Toast after deleting: 'Fen deleted'. */
  deletedWords: (row: Row) => string;
  /** Called in addition to `onClose`. */
  onDeleted?: () => void;
  /** The question before deleting; null or absent deletes at once. */
  askDelete?: (row: Row) => { title: string; text: string; confirm: string } | null;
  children: (row: Row, ...parts: Parameters<FormDialogProps<Values>['children']>) => React.ReactNode;
}

/** Edits or deletes an existing row. */
export function EditDialog<Row, Values extends FieldValues>(props: EditDialogProps<Row, Values>) {
  const { row, entity, id } = props;
  if (row === undefined) return null;
  const draftKey = editDraft(entity, id);
  if (row === null) return <GoneRow key={draftKey} {...props} draftKey={draftKey} />;
  return <EditRow key={draftKey} {...props} row={row} draftKey={draftKey} />;
}

type GoneRowProps = Pick<EditDialogProps<unknown, FieldValues>, 'entity' | 'id' | 'onClose'> & {
  texts: { title: string; gone: string };
  draftKey: string;
};

/** The row is gone, perhaps while the person was typing. The draft is kept, and Restore brings the row back. */
function GoneRow({ entity, id, texts, draftKey, onClose }: GoneRowProps) {
  const store = useStore();
  const mutate = useMutate();
  const isTyped = useLive(async () => {
    const row = await store.view(entity).get(id);
    return Boolean(row?.deletedAt) && (await readDraft(store, draftKey)) !== null;
  }, [store, entity, id, draftKey]);
  const restore = () =>
    mutate(`${entity}.restore`, { params: { id } }).catch((error: unknown) => showFailure(error, FORM_TEXTS.restoreFailed));
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      foot={isTyped && <Button onClick={() => void restore()}>{FORM_TEXTS.restore}</Button>}
    >
      <p>{texts.gone}</p>
      {isTyped && <p className="mt-2 text-ink-2">{FORM_TEXTS.typedIsKept}</p>}
    </Dialog>
  );
}

interface EditRowProps<Row, Values extends FieldValues> extends EditDialogProps<Row, Values> {
  row: Row;
  draftKey: string;
}

function EditRow<Row, Values extends FieldValues>(props: EditRowProps<Row, Values>) {
  const draft = useFirstDraft(props.draftKey, useFirstDraftEnds(props));
  return draft !== undefined && <DraftedEdit {...props} draft={draft} />;
}

function DraftedEdit<Row, Values extends FieldValues>({
  row,
  draft,
  formOf,
  updating,
  deletedWords,
  onDeleted,
  askDelete,
  children,
  ...props
}: EditRowProps<Row, Values> & { draft: Draft | null }) {
  const { entity, id, draftKey, texts, failed, onClose } = props;
  const store = useStore();
  const deleteRow = useDeleteRow(entity);
  const endDialogEntry = useEndDialogEntry();
  // The row as it was when the dialog opened or its draft began. Changes from another device must not appear while the
  // person types, and saving a draft must not revert them.
  const [{ seen, blank }, begin] = useState(() => begunWith((draft?.seen as Row | undefined) ?? row, formOf));
  const [asking, setAsking] = useState<DraftKeeper | null>(null);
  const question = askDelete?.(row);
  const editOf = (values: Values, mediaId: string | null, at = draftKey) => ({
    seen,
    values,
    changed: changedFields(blank, values),
    mediaId,
    draftKey: at,
  });
  const remove = async (keeper: DraftKeeper) => {
    setAsking(null);
    // The draft is deleted with the row, and Undo restores both.
    await keeper.keep().catch(() => false);
    const typed = await readDraft(store, keeper.key());
    await keeper.discard();
    endDialogEntry();
    onDeleted?.();
    onClose();
    const undone = async () => typed && store.drafts.put(typed);
    await deleteRow({ id, deleted: deletedWords(row), failed, undone });
  };
  return (
    <>
      <DraftedFormDialog
        {...props}
        draft={draft}
        blank={blank}
        seen={seen}
        onDiscarded={() => begin(begunWith(row, formOf))}
        below={(keeper) => (
          <div className="mt-8 border-t border-line pt-4">
            <Button tone="danger" icon="trash" className="-ms-3" onClick={() => (question ? setAsking(keeper) : void remove(keeper))}>
              {texts.remove}
            </Button>
          </div>
        )}
        saving={
          'write' in updating
            ? { write: (store, ports, values, mediaId, at) => updating.write(store, ports, editOf(values, mediaId, at)) }
            : { changeOf: (values, mediaId) => updating.changeOf(editOf(values, mediaId)) }
        }
      >
        {(form, picked) => children(seen, form, picked)}
      </DraftedFormDialog>
      {question && (
        <ConfirmDialog
          open={asking !== null}
          danger
          title={question.title}
          confirmLabel={question.confirm}
          onConfirm={() => asking && void remove(asking)}
          onClose={() => setAsking(null)}
        >
          <p>{question.text}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const begunWith = <Row, Values>(seen: Row, formOf: (row: Row) => Values) => ({ seen, blank: formOf(seen) });
