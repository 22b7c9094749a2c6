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

export interface FirstDraftEnds {
  /** The app had ended during the save. The save is now complete, and the draft is gone. */
  onRecovered: () => void;
  /** The interrupted save still cannot be written: the device is full, or the person has signed out. */
  onFailed: (error: unknown) => void;
}

/**
 * The draft that a form opens with, as first read; the form's own save changes it later. Null while an interrupted save of
 * another new row is completed (R190). While an edit of the same row is marked as being saved, this stays undefined and
 * holds no lock, to prevent a second edit or save.
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

  // Not interrupted if a form in this tab is still saving: the next form opens empty after it.
  if (isOfThisRow && !interrupted && openForms().get(key) === undefined) setInterrupted(true);
  if (first === undefined && read !== undefined && !isMarked && !isRecovered) setFirst(read);

  const ends = useRef({ onRecovered, onFailed });
  useEffect(() => {
    ends.current = { onRecovered, onFailed };
  });
  // Not only at app start: the tab that was saving may have crashed while this one was open. Once the draft has been
  // read: a save completed before that would look like a form without a draft.
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
