import type { FormChange } from './form-change.ts';

/** Unsaved values of an open dialog. A draft survives closing, reload and crash (R36). */
export interface Draft {
  /** Names the dialog and the row, such as `videos.update:<id>`; see also `savingKey` and spare-drafts.ts. */
  key: string;
  values: Record<string, unknown>;
  /** A file that was picked in the dialog and is already stored. */
  mediaId: string | null;
  /** The row when typing began. Later changes from other devices are not the author's. */
  seen?: unknown;
  /** Set after Save was tapped, until the change is written. That transaction also deletes the draft. */
  saving?: FormChange;
  updatedAt: number;
}
