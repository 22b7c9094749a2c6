import { type SyntheticEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { afterNextFrame } from '../components/after-next-frame.ts';
import { useEndDialogEntry } from '../components/use-dialog-route.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { dropErrorToast } from './drop-error-toast.ts';
import type { FormDialogProps } from './form-dialog-props.ts';
import { hasSave } from './form-dialog-state.ts';
import { OTHER_SAVE } from './other-save-button.tsx';
import { showFailure } from './show-failure.ts';
import { tellWhenRefused } from './tell-when-refused.ts';
import { type Ahead, useAhead } from './use-ahead.ts';
import type { DraftKeeper } from './use-draft-keeper.ts';
import { type FormDialogEffects, useFormDialogState } from './use-form-dialog-state.ts';
import { useMarkedSave } from './use-marked-save.ts';
import type { PickedMedia } from './use-picked-media.ts';
import { useRefusalToast } from './use-refusal-toast.ts';

export interface SaveFlowParts<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  picked: PickedMedia;
  keeper: DraftKeeper;
  /** Writes the draft and offers to discard it. */
  keepAndOffer: () => Promise<void>;
}

/** Checks, saves and closes the form of a dialog. `form-dialog-state.ts` decides what happens, and `effects` does it. */
export function useSaveFlow<Values extends FieldValues>(
  props: FormDialogProps<Values>,
  { form, picked, keeper, keepAndOffer }: SaveFlowParts<Values>,
) {
  const { seen, saving, failed, onClose } = props;
  const store = useStore();
  const endDialogEntry = useEndDialogEntry();
  const element = useRef<HTMLFormElement>(null);
  const refuse = useRefusalToast(form);
  // Show nothing early if a file is picked: the device may still refuse the file.
  const shown = useAhead(form, props.resolver, picked.mediaId === null ? props.onSaving : undefined);
  const [savesOther, setSavesOther] = useState(false);
  const { mark, write } = useMarkedSave({ keeper, form, picked, seen, saving });

  const dialog = () => element.current?.closest('dialog');
  const check = form.handleSubmit(
    (values) => save(values),
    (errors) => {
      send({ type: 'invalid' });
      refuse(errors);
    },
  );
  const keepDraftAndClose = async () => {
    if (keeper.dirty) await keepAndOffer();
    onClose();
  };
  const effects: FormDialogEffects = {
    check: () => {
      const held = shown.claim();
      if (!held) return void check();
      // The values were checked and drawn while the button was held: hiding the dialog shows them in the next frame. Only the
      // mark can't wait.
      keeper.settle();
      mark(held);
      send({ type: 'claimed' });
    },
    concealAndCheck: () => {
      dialog()?.setAttribute('data-hidden', 'true');
      afterNextFrame(() => void check());
    },
    reveal: () => dialog()?.removeAttribute('data-hidden'),
    keepDraftAndClose: () => void keepDraftAndClose(),
    closeSaved: () => {
      endDialogEntry();
      (props.onSaved ?? onClose)();
    },
    resumeDraft: keeper.resume,
    offerDraft: () =>
      // Wait for a microtask, because strict mode remounts the dialog at once.
      queueMicrotask(() => {
        if (now().name === 'closed' && !hasSave(now()) && keeper.dirty) void keepAndOffer();
      }),
  };
  const { hidden, pending, now, send } = useFormDialogState(effects);

  const save = async (values: Values) => {
    if (hasSave(now())) return;
    const saved = saveOnce(values);
    keeper.settle(saved);
    await saved;
  };
  const saveOnce = async (values: Values) => {
    const thisSave = Symbol('save');
    // Settle before marking, or a late draft write would remove the mark.
    keeper.settle();
    mark(values);
    const drawn = new Promise<void>(afterNextFrame);
    let ahead: Ahead | undefined;
    // Render in the task of the tap, so that the next frame shows the values.
    flushSync(() => {
      ahead = shown.take(values);
      send({ type: 'valid', save: thisSave, isShown: ahead !== undefined });
    });
    if (ahead) {
      // A write in this task would delay that frame. Until then the draft holds the values.
      await drawn;
      send({ type: 'drawn', save: thisSave });
    }
    try {
      const changes = await write(values);
      dropErrorToast();
      tellWhenRefused(store, changes, failed, { inServersWords: props.failedInServersWords });
      ahead?.written();
      send({ type: 'written', save: thisSave });
    } catch (error) {
      ahead?.takeBack();
      send({ type: 'writeFailed', save: thisSave });
      showFailure(error, failed);
    }
  };
  return {
    hidden,
    pending,
    /** Whether the last press was on the button of `otherSave`. */
    savesOther,
    /** The form's element. */
    element,
    close: () => send({ type: 'close' }),
    /** Call this when Save is pressed down. */
    press: () => {
      if (hasSave(now())) return;
      // Write the draft before the finger leaves the button.
      keeper.flush();
      void shown.press();
    },
    submit: (event: SyntheticEvent<HTMLFormElement>) => {
      event.preventDefault();
      const { submitter } = event.nativeEvent as SubmitEvent;
      if (!hasSave(now())) {
        const isOther = submitter?.getAttribute('name') === OTHER_SAVE;
        setSavesOther(isOther);
        props.otherSave?.onChosen(isOther);
      }
      send({ type: 'submitted' });
    },
  };
}
