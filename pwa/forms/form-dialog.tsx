import { type ReactNode, type SyntheticEvent, type TouchEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type DefaultValues, type FieldValues, type Resolver, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import type { MediaEntity } from '../../sync/store/media-row.ts';
import { discardDraft } from '../../sync/store/drafts.ts';
import type { Draft } from '../../sync/store/draft-row.ts';
import { forgetMedia } from '../../sync/media/forget-media.ts';
import { afterNextFrame } from '../components/after-next-frame.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { endDialogEntry } from '../components/use-dialog-route.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
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
  /** Button label while it saves. */
  saving: string;
}

export interface FormDialogProps<Values extends FieldValues> {
  texts: FormDialogTexts;
  /** Toast text when the server refuses or this device fails. */
  failed: string;
  /** Show the server's own message for a refusal instead, if it has one. */
  failedInServersWords?: boolean | undefined;
  draftKey: string;
  /** What the form shows without a draft; must stay the same while the dialog is open. */
  blank: Values;
  /** The row as it was when the dialog opened; kept with the draft. */
  seen?: unknown;
  /** Called when the draft is discarded: the form restarts with `blank`. */
  onDiscarded?: (() => void) | undefined;
  resolver: Resolver<Values>;
  /** The entity that a picked file belongs to. */
  takes?: MediaEntity | undefined;
  /** Enables the save button; it is always enabled without this. */
  isComplete?: ((values: Values) => boolean) | undefined;
  /** Focuses the first field: a new row has nothing to read first. */
  typedAtOnce?: boolean;
  /** Shown on the left of the foot while there is no draft to discard. */
  besideSave?: ((keeper: DraftKeeper) => ReactNode) | undefined;
  saving: Saving<Values>;
  /**
   * Shows the values where they will appear, and hides the dialog at once. The result is called after the write; if the write
   * fails, the dialog reappears with everything that was typed.
   */
  onSaving?: ((values: Values) => Ahead) | undefined;
  onClose: () => void;
  /** Called after saving; defaults to `onClose`. */
  onSaved?: (() => void) | undefined;
  /** Renders the fields. */
  children: (form: UseFormReturn<Values>, picked: PickedMedia) => ReactNode;
}

/**
 * A form in a dialog. It keeps typed and picked values as a draft and offers them again. Errors appear at their fields and
 * in a toast. Repeated taps save once.
 */
export function FormDialog<Values extends FieldValues>(props: FormDialogProps<Values>) {
  const draft = useFirstDraft(props.draftKey, firstDraftEnds(props));
  return draft !== undefined && <DraftedFormDialog {...props} draft={draft} />;
}

/** Closes a dialog whose draft turns out to be saved already, or reports why its save cannot be written. */
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

/** FormDialog for a caller that has read the draft. */
export function DraftedFormDialog<Values extends FieldValues>({ draft, ...props }: FormDialogProps<Values> & { draft: Draft | null }) {
  const [round, setRound] = useState(0);
  return (
    <DraftedForm
      key={round}
      {...props}
      draft={round === 0 ? draft : null}
      onDiscarded={() => {
        props.onDiscarded?.();
        setRound(round + 1);
      }}
    />
  );
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
  // The default is unused: a form without `takes` never picks a file.
  const picked = usePickedMedia(props.takes ?? 'videos', { key: draftKey, mediaId: draft?.mediaId ?? null });
  const keeper = useDraftKeeper(draftKey, form, blank, { mediaId: picked.mediaId, seen: props.seen });
  // Not with a picked file: the device may still refuse it.
  const shown = useAhead(form, resolver, picked.mediaId === null ? props.onSaving : undefined);
  const { mark, write } = useMarkedSave({ draftKey, form, picked, seen: props.seen, saving: props.saving });
  const saving = useRef(false);
  /** The dialog while it is hidden through the DOM, before React renders it hidden. */
  const concealed = useRef<HTMLDialogElement | null>(null);
  const closing = useRef(false);
  const [pending, setPending] = useState(false);
  const [hidden, setHidden] = useState(false);
  const mounted = useRef(false);
  const forgetFile = async () => {
    if (picked.mediaId) await forgetMedia(store, ports, picked.mediaId);
  };
  /** Shows the toast only after the draft is written, because the app may end at any time. A failing store must not block closing. */
  const keepAndSay = async () => {
    const forget = () => void discardDraft(store, draftKey).then(forgetFile);
    await keeper.keep().then(
      (kept) => kept && offerDraft(forget),
      () => undefined,
    );
  };
  const leftBy = useRef(() => {});
  useEffect(() => {
    leftBy.current = () => keeper.dirty && !saving.current && !concealed.current && void keepAndSay();
  });
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      // Unmounted by Back, or because the row is gone: `close` has not run.
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
    // Settle before the mark, or a late draft write would remove it.
    keeper.settle();
    mark(values);
    const drawn = new Promise<void>(afterNextFrame);
    let ahead: Ahead | undefined;
    // Render in the task of the tap, so that the next frame shows it.
    flushSync(() => {
      ahead = shown.take(values);
      if (ahead) setHidden(true);
      else setPending(true);
    });
    if (ahead) {
      concealed.current = null;
      // A write in this task would delay that frame. Until then the draft holds the values.
      await drawn;
      setPending(true);
    } else reveal();
    try {
      const changes = await write(values);
      dropErrorToast();
      tellWhenRefused(store, changes, props.failed, { inServersWords: props.failedInServersWords });
      ahead?.written();
      // The person may have left the hidden dialog meanwhile.
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
    // Checked and drawn while the button was held: hiding the dialog shows it in the next frame. Only the mark can't wait.
    keeper.settle();
    mark(held);
    concealed.current = dialog;
    dialog.dataset['hidden'] = 'true';
    afterNextFrame(() => void check());
  };
  const press = () => {
    // Write the draft before the finger leaves the button.
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
  // Saving re-renders the dialog around the fields, not the fields.
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
      <form id={formId} noValidate data-typed-at-once={props.typedAtOnce || undefined} className="grid gap-6" onSubmit={submit}>
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

/** A separate component, so that a keystroke re-renders the button and not the whole dialog. */
function SaveButton<Values extends FieldValues>({ form, formId, pending, isComplete, onPress, children }: SaveButtonProps<Values>) {
  const values = useWatch({ control: form.control, disabled: !isComplete });
  const complete = !isComplete || isComplete({ ...form.getValues(), ...values });
  // Reset when the browser turns the touch into a scroll, or a second finger touches.
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
 * Submits on touchend. The browser's click comes only after six emulated mouse events, which take a phone as long as the
 * save itself.
 */
function submitAtOnce(event: TouchEvent<HTMLButtonElement>): void {
  const button = event.currentTarget;
  const touch = event.changedTouches[0];
  if (!touch || !event.cancelable || event.touches.length > 0 || button.disabled || button.ariaDisabled === 'true') return;
  const { left, right, top, bottom } = button.getBoundingClientRect();
  if (touch.clientX < left || touch.clientX > right || touch.clientY < top || touch.clientY > bottom) return;
  // Suppresses the click.
  event.preventDefault();
  button.form?.requestSubmit(button);
}
