import { type ReactNode, type SyntheticEvent, type TouchEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type DefaultValues, type FieldValues, type Resolver, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import type { MediaEntity } from '../../sync/device-media.ts';
import { discardDraft, type Draft } from '../../sync/drafts.ts';
import { forgetMedia } from '../../sync/forget-media.ts';
import { afterNextFrame } from '../components/after-next-frame.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { endDialogEntry } from '../components/use-dialog-route.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { whileWriting } from '../sync/while-writing.ts';
import { DraftLine } from './draft-line.tsx';
import { offerDraft } from './draft-toast.ts';
import { draftOver } from './draft-values.ts';
import { dropErrorToast } from './drop-error-toast.ts';
import { showFailure } from './show-failure.ts';
import { tellWhenRefused } from './tell-when-refused.ts';
import { type Ahead, useAhead } from './use-ahead.ts';
import { type DraftKeeper, useDraftKeeper } from './use-draft-keeper.ts';
import { type FirstDraftEnds, useFirstDraft } from './use-first-draft.ts';
import { type Saving, useMarkedSave } from './use-marked-save.ts';
import { type PickedMedia, usePickedMedia } from './use-picked-media.ts';
import { useRefusalToast } from './use-refusal-toast.ts';

export interface FormDialogTexts {
  title: string;
  save: string;
  /** Stands on the button while it saves. */
  saving: string;
}

export interface FormDialogProps<Values extends FieldValues> {
  texts: FormDialogTexts;
  /** What a refusal or a failure of this device is called in its toast. */
  failed: string;
  /** What the server says of a refusal is said instead. */
  failedInServersWords?: boolean | undefined;
  draftKey: string;
  /** What the form shows without a draft; must stay the same while the dialog is open. */
  blank: Values;
  /** What is edited, as it stood when the dialog was opened; kept with the draft. */
  seen?: unknown;
  /** The draft was discarded: the form begins anew with `blank`. */
  onDiscarded?: (() => void) | undefined;
  resolver: Resolver<Values>;
  /** What a file is for that is picked in it. */
  takes?: MediaEntity | undefined;
  /** Whether the button can be pressed; always, unless given. */
  isComplete?: ((values: Values) => boolean) | undefined;
  /** Begins with the first field: what is new has nothing to be read first. */
  typedAtOnce?: boolean;
  /** Stands left in the foot while there is no draft to speak of. */
  besideSave?: ((keeper: DraftKeeper) => ReactNode) | undefined;
  saving: Saving<Values>;
  /**
   * Shows what is about to be saved where it will stand, and the dialog goes out of sight at once. What is answered is
   * called when it is written, or could not be: then the dialog is there again with all that was typed.
   */
  onSaving?: ((values: Values) => Ahead) | undefined;
  onClose: () => void;
  /** Where to go when it is saved; `onClose` unless given. */
  onSaved?: (() => void) | undefined;
  /** Draws the fields. */
  children: (form: UseFormReturn<Values>, picked: PickedMedia) => ReactNode;
}

/**
 * A form in a dialog: what is typed and picked is kept as a draft and offered again, messages stand at their fields and
 * in a toast, and however often the button is tapped it saves once.
 */
export function FormDialog<Values extends FieldValues>(props: FormDialogProps<Values>) {
  const draft = useFirstDraft(props.draftKey, firstDraftEnds(props));
  return draft !== undefined && <DraftedFormDialog {...props} draft={draft} />;
}

/** What becomes of a dialog whose draft turns out to be saved already. */
export const firstDraftEnds = ({ failed, onClose }: { failed: string; onClose: () => void }): FirstDraftEnds => ({
  onRecovered: () => {
    endDialogEntry();
    onClose();
  },
  onFailed: (error) => {
    showFailure(error, failed);
    onClose();
  },
});

/** The same with the draft that its caller has read. */
export function DraftedFormDialog<Values extends FieldValues>({ draft, ...props }: FormDialogProps<Values> & { draft: Draft | null }) {
  const [round, setRound] = useState(0);
  return <DraftedForm key={round} {...props} draft={round === 0 ? draft : null} onDiscarded={() => { props.onDiscarded?.(); setRound(round + 1); }} />;
}

interface DraftedFormProps<Values extends FieldValues> extends FormDialogProps<Values> {
  draft: Draft | null;
  onDiscarded: () => void;
}

function DraftedForm<Values extends FieldValues>(props: DraftedFormProps<Values>) {
  const { texts, draftKey, draft, blank, resolver, onClose, onDiscarded } = props;
  const store = useStore();
  const ports = usePorts();
  const formId = useId();
  const [hadDraft] = useState(draft !== null);
  const form = useForm<Values>({ defaultValues: draftOver(blank, draft?.values) as DefaultValues<Values>, resolver });
  const refuse = useRefusalToast(form);
  // A form that takes none never picks one.
  const picked = usePickedMedia(props.takes ?? 'videos', { key: draftKey, mediaId: draft?.mediaId ?? null });
  const keeper = useDraftKeeper(draftKey, form, blank, { mediaId: picked.mediaId, seen: props.seen });
  // A file that is still looked at may yet be refused.
  const shown = useAhead(form, resolver, picked.mediaId === null ? props.onSaving : undefined);
  const { mark, write } = useMarkedSave({ draftKey, form, picked, seen: props.seen, saving: props.saving });
  const saving = useRef(false);
  /** The dialog, while it is out of sight and React does not know of it. */
  const concealed = useRef<HTMLDialogElement | null>(null);
  const closing = useRef(false);
  const [pending, setPending] = useState(false);
  const [hidden, setHidden] = useState(false);
  const mounted = useRef(false);
  const forgetFile = async () => {
    if (picked.mediaId) await forgetMedia(store, ports, picked.mediaId);
  };
  /** Said once it is true, for the app may be ended in the same moment; a store that fails holds no one in the dialog. */
  const keepAndSay = async () => {
    const forget = () => void discardDraft(store, draftKey).then(forgetFile);
    await keeper.keep().then((kept) => kept && offerDraft(forget), () => undefined);
  };
  const leftBy = useRef(() => {});
  useEffect(() => {
    leftBy.current = () => keeper.dirty && !saving.current && !concealed.current && void keepAndSay();
  });
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      // By Back, or with its row: nobody has asked the dialog to close.
      queueMicrotask(() => {
        if (!mounted.current && !closing.current) leftBy.current();
      });
    };
  }, []);

  const save = async (values: Values) => {
    if (saving.current) return;
    saving.current = true;
    const saved = saveOnce(values);
    keeper.settle(saved);
    await saved;
  };
  const saveOnce = async (values: Values) => {
    // Before the mark, or a draft that is written late would take it off.
    keeper.settle();
    mark(values);
    const drawn = new Promise<void>(afterNextFrame);
    let ahead: Ahead | undefined;
    // In the task of the tap, so that the next frame shows it.
    flushSync(() => {
      ahead = shown.take(values);
      if (ahead) setHidden(true);
      else setPending(true);
    });
    if (ahead) {
      concealed.current = null;
      // Until then it is kept as a draft. Written in the same task, it would come to the screen a frame later.
      await drawn;
      setPending(true);
    } else reveal();
    try {
      const changes = await whileWriting(() => write(values));
      dropErrorToast();
      tellWhenRefused(store, changes, props.failed, { inServersWords: props.failedInServersWords });
      ahead?.written();
      // Out of sight, it may have been left meanwhile.
      if (mounted.current) {
        endDialogEntry();
        (props.onSaved ?? onClose)();
      }
    } catch (error) {
      ahead?.takeBack();
      setHidden(false);
      keeper.resume();
      showFailure(error, props.failed);
      saving.current = false;
      setPending(false);
    }
  };
  const reveal = () => {
    concealed.current?.removeAttribute('data-hidden');
    concealed.current = null;
  };
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (concealed.current) return;
    const check = form.handleSubmit(save, (errors) => {
      reveal();
      refuse(errors);
    });
    const dialog = event.currentTarget.closest('dialog');
    const held = dialog && shown.claim();
    if (!held) return void check();
    // What was checked and drawn while the button was held stands there in the next frame; all but the mark can wait.
    keeper.settle();
    mark(held);
    concealed.current = dialog;
    dialog.dataset['hidden'] = 'true';
    afterNextFrame(() => void check());
  };
  const press = () => {
    // Complete on the device before the finger leaves the button.
    keeper.flush();
    return shown.press();
  };
  const close = async () => {
    if (closing.current || hidden || concealed.current) return;
    closing.current = true;
    if (keeper.dirty) await keepAndSay();
    onClose();
  };

  const { children } = props;
  const { formState } = form;
  // Saving changes the frame around the fields, and not them.
  const fields = useMemo(() => children({ ...form, formState }, picked), [children, form, formState, picked]);
  return (
    <Dialog
      open
      hidden={hidden}
      onClose={() => void close()}
      title={texts.title}
      foot={
        <>
          {hadDraft && keeper.dirty ? (
            <DraftLine onDiscard={() => void keeper.discard().then(forgetFile).then(onDiscarded)} />
          ) : (
            props.besideSave?.(keeper)
          )}
          <SaveButton form={form} formId={formId} pending={pending && texts.saving} isComplete={props.isComplete} onPress={press}>
            {texts.save}
          </SaveButton>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        data-typed-at-once={props.typedAtOnce || undefined}
        className="grid gap-6"
        onSubmit={submit}
      >
        {fields}
      </form>
    </Dialog>
  );
}

interface SaveButtonProps<Values extends FieldValues> extends Pick<FormDialogProps<Values>, 'isComplete'> {
  form: UseFormReturn<Values>;
  formId: string;
  pending: string | false;
  onPress: () => Promise<void>;
  children: ReactNode;
}

/** On its own, so that a key typed draws the button anew and not the whole dialog. */
function SaveButton<Values extends FieldValues>({ form, formId, pending, isComplete, onPress, children }: SaveButtonProps<Values>) {
  const values = useWatch({ control: form.control, disabled: !isComplete });
  const complete = !isComplete || isComplete({ ...form.getValues(), ...values });
  // Not any more once the browser takes the finger for a scroll, or a second one comes.
  const pressed = useRef(false);
  return (
    <Button
      tone="primary"
      type="submit"
      form={formId}
      disabled={!complete}
      pending={pending}
      onPointerDown={(event) => {
        pressed.current = event.isPrimary && event.button === 0;
        if (pressed.current && !pending) void onPress();
      }}
      onPointerCancel={() => (pressed.current = false)}
      onTouchEnd={(event) => pressed.current && submitAtOnce(event)}
    >
      {children}
    </Button>
  );
}

/**
 * Submits as the finger leaves the button. The click that a browser makes of it comes a mouse's six events later, which
 * a phone takes as long for as for the saving.
 */
function submitAtOnce(event: TouchEvent<HTMLButtonElement>): void {
  const button = event.currentTarget;
  const touch = event.changedTouches[0];
  if (!touch || !event.cancelable || event.touches.length > 0 || button.disabled || button.ariaDisabled === 'true') return;
  const { left, right, top, bottom } = button.getBoundingClientRect();
  if (touch.clientX < left || touch.clientX > right || touch.clientY < top || touch.clientY > bottom) return;
  // No click comes of it.
  event.preventDefault();
  button.form?.requestSubmit(button);
}
