import { type ReactNode, useId, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Resolver, useForm, type UseFormReturn } from 'react-hook-form';
import { discardDraft, type Draft, readDraft } from '../../sync/drafts.ts';
import type { Mutated } from '../../sync/mutate.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { showError } from '../components/toast-store.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import { DraftLine } from './draft-line.tsx';
import { offerDraft } from './draft-toast.ts';
import { draftOver } from './draft-values.ts';
import { dropErrorToast } from './drop-error-toast.ts';
import { tellWhenRefused } from './tell-when-refused.ts';
import { useDraftKeeper } from './use-draft-keeper.ts';
import { useRefusalToast } from './use-refusal-toast.ts';

export interface FormDialogProps<Values extends FieldValues> {
  title: string;
  save: string;
  /** Stands on the button while it saves. */
  saving: string;
  /** What a refusal or a failure of this device is called in its toast. */
  failed: string;
  draftKey: string;
  /** What the form shows without a draft; must stay the same while the dialog is open. */
  blank: Values;
  resolver: Resolver<Values>;
  /** Stands left in the foot while there is no draft to speak of. */
  besideSave?: ReactNode;
  /** Saves on this device, the draft with it; answers the changes that were made. */
  onSave: (values: Values) => Promise<readonly Mutated[]>;
  onClose: () => void;
  /** Where to go when it is saved; `onClose` unless given. */
  onSaved?: (() => void) | undefined;
  /** Draws the fields. */
  children: (form: UseFormReturn<Values>) => ReactNode;
}

/**
 * A form in a dialog: what is typed is kept as a draft and offered again, messages stand at their fields and in a
 * toast, and however often the button is tapped it saves once.
 */
export function FormDialog<Values extends FieldValues>(props: FormDialogProps<Values>) {
  const { draftKey } = props;
  const store = useStore();
  const [round, setRound] = useState(0);
  const draft = useLive(() => readDraft(store, draftKey), [store, draftKey]);
  if (draft === undefined) return null;
  return <DraftedForm key={round} {...props} draft={round === 0 ? draft : null} onDiscarded={() => setRound(round + 1)} />;
}

interface DraftedFormProps<Values extends FieldValues> extends FormDialogProps<Values> {
  draft: Draft | null;
  onDiscarded: () => void;
}

function DraftedForm<Values extends FieldValues>(props: DraftedFormProps<Values>) {
  const { draftKey, draft, blank, resolver, onSave, onClose, onDiscarded } = props;
  const store = useStore();
  const formId = useId();
  const [hadDraft] = useState(draft !== null);
  const form = useForm<Values>({ defaultValues: draftOver(blank, draft?.values) as DefaultValues<Values>, resolver });
  const refuse = useRefusalToast(form);
  const keeper = useDraftKeeper(draftKey, form, blank);
  const saving = useRef(false);
  const closing = useRef(false);
  const [pending, setPending] = useState(false);

  const save = async (values: Values) => {
    if (saving.current) return;
    saving.current = true;
    setPending(true);
    keeper.settle();
    try {
      const changes = await onSave(values);
      dropErrorToast();
      tellWhenRefused(store, changes.map(({ key }) => key), props.failed);
      (props.onSaved ?? onClose)();
    } catch {
      keeper.resume();
      showError(props.failed);
      saving.current = false;
      setPending(false);
    }
  };
  const close = async () => {
    if (closing.current) return;
    closing.current = true;
    // Said once it is true, for the app may be ended in the same moment; a store that fails holds no one in the dialog.
    if (keeper.dirty) await keeper.keep().then(() => offerDraft(() => void discardDraft(store, draftKey)), () => undefined);
    onClose();
  };

  return (
    <Dialog
      open
      onClose={() => void close()}
      title={props.title}
      foot={
        <>
          {hadDraft && keeper.dirty ? (
            <DraftLine onDiscard={() => void keeper.discard().then(onDiscarded)} />
          ) : (
            props.besideSave
          )}
          <Button tone="primary" type="submit" form={formId} pending={pending && props.saving}>
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
        {props.children(form)}
      </form>
    </Dialog>
  );
}
