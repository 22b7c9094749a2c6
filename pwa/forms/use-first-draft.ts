import { useEffect, useRef, useState } from 'react';
import { readDraft } from '../../sync/store/drafts.ts';
import { moveMarkedAside } from '../../sync/store/marked-drafts.ts';
import { savingKey } from '../../sync/store/draft-keys.ts';
import type { Draft } from '../../sync/store/draft-row.ts';
import { recoverInterrupted } from '../sync/recover-interrupted.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { useRecoverSaves } from '../sync/use-recover-saves.ts';
import { useLive } from '../sync/use-live.ts';
import { openForms } from './open-drafts.ts';
import { useHeldElsewhere } from './use-held-elsewhere.ts';

export interface FirstDraftEnds {
  /** The app ended during the save. The save is now complete, and the draft is gone. */
  onRecovered: () => void;
  /** The interrupted save still cannot be written: the device is full, or the person has signed out. */
  onFailed: (error: unknown) => void;
}

/**
 * The draft that a form opens with. It stays as first read, although the form's own save changes the stored draft.
 * Null if there is none, while another tab has the draft open (R302), or while an interrupted save of another new row is
 * being completed (R190). Undefined, and without a lock, while an edit of the same row is marked as being saved: a second
 * edit or save must not begin.
 * The key must stay the same while the form is mounted.
 */
export function useFirstDraft(key: string, { onRecovered, onFailed }: FirstDraftEnds): Draft | null | undefined {
  const store = useStore();
  const ports = usePorts();
  const read = useLive(() => readDraft(store, key), [store, key]);
  const [first, setFirst] = useState<Draft | null>();
  const [interrupted, setInterrupted] = useState(false);
  const saving = first === undefined ? read?.saving : undefined;
  const isMarked = saving !== undefined;
  const isOfThisRow = isMarked && savingKey(key, saving) === key;
  const isRecovered = first === undefined && interrupted && read === null;

  // If a form in this tab is still saving, its save was not interrupted: this form opens empty after it.
  if (isOfThisRow && !interrupted && openForms().get(key) === undefined) setInterrupted(true);
  const draft = first === undefined && !isMarked && !isRecovered ? read : undefined;
  const isElsewhere = useHeldElsewhere(draft ? key : null);
  if (draft === null || (draft && isElsewhere !== undefined)) setFirst(isElsewhere ? null : draft);

  const ends = useRef({ onRecovered, onFailed });
  useEffect(() => {
    ends.current = { onRecovered, onFailed };
  });
  // Recover here too, not only at app start: the tab that was saving may have crashed while this one was open. Wait until
  // the draft has been read: if its save were completed before, the form would seem to have had no draft.
  useRecoverSaves(read !== undefined);
  useEffect(() => {
    if (!isOfThisRow) return;
    let isOpen = true;
    recoverInterrupted(store, ports, key).catch((error: unknown) => isOpen && ends.current.onFailed(error));
    return () => {
      isOpen = false;
    };
  }, [isOfThisRow, key, ports, store]);
  useEffect(() => {
    if (isMarked && !isOfThisRow) moveMarkedAside(store, key).catch((error: unknown) => ends.current.onFailed(error));
  }, [isMarked, isOfThisRow, key, store]);
  useEffect(() => {
    if (isRecovered) ends.current.onRecovered();
  }, [isRecovered]);
  return first;
}
