import { type SyntheticEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import { discardDraft } from '../../sync/store/drafts.ts';
import type { Draft } from '../../sync/store/draft-row.ts';
import { forgetMedia } from '../../sync/media/forget-media.ts';
import { afterNextFrame } from '../components/after-next-frame.ts';
import { Dialog } from '../components/dialog.tsx';
import { endDialogEntry } from '../components/use-dialog-route.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { DraftLine } from './draft-line.tsx';
import { offerDraft } from './draft-toast.ts';
import { draftOver } from './draft-values.ts';
import { dropErrorToast } from './drop-error-toast.ts';
import type { FormDialogProps } from './form-dialog-props.ts';
import { SaveButton } from './save-button.tsx';
import { showFailure } from './show-failure.ts';
import { tellWhenRefused } from './tell-when-refused.ts';
import { type Ahead, useAhead } from './use-ahead.ts';
import { useDraftKeeper } from './use-draft-keeper.ts';
import { useMarkedSave } from './use-marked-save.ts';
import { usePickedMedia } from './use-picked-media.ts';
import { useRefusalToast } from './use-refusal-toast.ts';

interface DraftedFormProps<Values extends FieldValues> extends FormDialogProps<Values> {
  draft: Draft | null;
  onDiscarded: () => void;
}

/** A form and its dialog, until its draft is discarded. */
export function DraftedForm<Values extends FieldValues>(props: DraftedFormProps<Values>) {
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
