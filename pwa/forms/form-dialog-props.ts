import type { ReactNode } from 'react';
import type { FieldValues, Resolver, UseFormReturn } from 'react-hook-form';
import type { MediaEntity } from '../../sync/store/media-row.ts';
import type { Ahead } from './use-ahead.ts';
import type { DraftKeeper } from './use-draft-keeper.ts';
import type { Saving } from './use-marked-save.ts';
import type { PickedMedia } from './use-picked-media.ts';

export interface FormDialogTexts {
  title: string;
  save: string;
  /** Button label during a save. */
  saving: string;
}

/** A second way to save the form, such as 'Start now'. */
export interface OtherSave<Values> {
  label: string;
  /** Button label during a save. */
  saving: string;
  isOffered: (values: Values) => boolean;
  /** Called at each save, before it is checked: whether this button was pressed. */
  onChosen: (isThis: boolean) => void;
}

export interface FormDialogProps<Values extends FieldValues> {
  texts: FormDialogTexts;
  /** Toast text if the server refuses the change or this device cannot store it. */
  failed: string;
  /** Shows the server's message for a refusal instead, if there is one. */
  failedInServersWords?: boolean | undefined;
  draftKey: string;
  /** The values that the form shows without a draft. They must stay the same while the dialog is open. */
  blank: Values;
  /** Changes the values of a draft before the form shows them, as for one that an earlier build stored. */
  fromDraft?: ((values: Record<string, unknown>) => Record<string, unknown>) | undefined;
  /** The row as it was when the dialog opened; kept with the draft. */
  seen?: unknown;
  /** Called when the draft is discarded: the form restarts with `blank`. */
  onDiscarded?: (() => void) | undefined;
  resolver: Resolver<Values>;
  /** The entity that a picked file belongs to. */
  takes?: MediaEntity | undefined;
  /** Enables the save button; it is always enabled without this. */
  isComplete?: ((values: Values) => boolean) | undefined;
  /** Focuses the first field to type in: a new row has nothing to read first. */
  typedAtOnce?: boolean;
  /** Shown below the fields, away from the save button. */
  below?: ((keeper: DraftKeeper) => ReactNode) | undefined;
  saving: Saving<Values>;
  /** Beside the save button. */
  otherSave?: OtherSave<Values> | undefined;
  /**
   * Shows the values where they will appear, and hides the dialog at once. After the write, the form calls one function of
   * the result. If the write fails, the dialog reappears with everything that was typed.
   */
  onSaving?: ((values: Values) => Ahead) | undefined;
  onClose: () => void;
  /** Called after saving; defaults to `onClose`. */
  onSaved?: (() => void) | undefined;
  /** Renders the fields. */
  children: (form: UseFormReturn<Values>, picked: PickedMedia) => ReactNode;
}
