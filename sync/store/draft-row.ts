import type { FormChange } from './form-change.ts';

/** Values typed into an open dialog and not saved yet; survives closing, reload and crash (R36). */
export interface Draft {
  /** Names the dialog and the row, such as `videos.update:<id>`; see also `savingKey` and spare-drafts.ts. */
  key: string;
  values: Record<string, unknown>;
  /** A file that was picked in the dialog and is already stored. */
  mediaId: string | null;
  /** The row when typing began. Later changes from other devices are not the author's. */
  seen?: unknown;
  /** The author tapped Save and the change is not written yet. Writing it deletes the draft in the same transaction. */
  saving?: FormChange;
  updatedAt: number;
}
