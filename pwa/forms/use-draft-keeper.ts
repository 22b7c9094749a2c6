import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { besideKey } from '../../sync/store/draft-keys.ts';
import { discardDraft, saveDraft } from '../../sync/store/drafts.ts';
import { saveDraftWithFile } from '../../sync/media/store-film.ts';
import { useBusyWhile } from '../components/busy.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { forgetLastWords, leaveLastWords } from '../sync/last-words.ts';
import { holdUnwritten } from '../sync/unwritten-words.ts';
import { withdrawDraftOffer } from './draft-toast.ts';
import { showFailure } from './show-failure.ts';
import { isHeldElsewhere } from './held-elsewhere.ts';
import { holdDraft, holdForm } from './open-drafts.ts';
import { FORM_TEXTS } from './texts.ts';
import { changedFields } from './draft-values.ts';

/** A draft is written this long after the first unsaved keystroke; closing and hiding the page write at once. */
const REST_MS = 300;

export interface DraftKeeper {
  /** The key under which the draft is kept now. */
  key: () => string;
  /** Call this when the draft has been moved: it is kept under this key from now on. */
  moveTo: (key: string) => void;
  /** Whether the form has typed or picked values that are not saved. */
  dirty: boolean;
  /** Resolves once everything typed is on the device. Resolves with false if the form was already saved or discarded. */
  keep: () => Promise<boolean>;
  /** Starts writing changes typed since the last write. */
  flush: () => void;
  /**
   * Stops keeping the draft: the form is being saved, and the transaction of the save deletes the draft.
   * @param written the draft's lock stays held until this settles, even if the form unmounts first
   */
  settle: (written?: Promise<unknown>) => void;
  /** Undoes `settle` after saving failed on this device. */
  resume: () => void;
  /** Deletes the draft. */
  discard: () => Promise<void>;
}

/**
 * Keeps a form's values as a draft on the device, so that they survive closing, reload and crash (R36).
 * @param blank the values without a draft; a form with exactly these has no draft
 * @param mediaId a file picked in the form
 * @param seen the row as it was when the form opened; stored with the draft
 */
export function useDraftKeeper<Values extends FieldValues>(
  key: string,
  form: UseFormReturn<Values>,
  blank: Values,
  { mediaId = null, seen }: { mediaId?: string | null; seen?: unknown } = {},
): DraftKeeper {
  const store = useStore();
  const ports = usePorts();
  const at = useRef(key);
  const settled = useRef(false);
  const writing = useRef<Promise<unknown> | undefined>(undefined);
  const told = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const media = useRef(mediaId);
  // Number of changes so far, and how many of them are written.
  const typed = useRef(0);
  const written = useRef(0);
  const [dirty, setDirty] = useState(() => mediaId !== null || changedFields(blank, form.getValues()).length > 0);

  /** Releases the draft. Null while nothing is typed, so that an untouched form keeps no other tab from recovering a save. */
  const release = useRef<ReturnType<typeof holdDraft> | null>(null);
  const isOnScreen = useRef(false);
  /** Set while it is unknown whether another tab types under the same key. */
  const placing = useRef<Promise<void> | null>(null);
  // A form that opened with the draft keeps writing to it.
  const isPlaced = useRef(dirty);
  const placeBeside = useCallback(async () => {
    // Held before it asks: of two tabs that begin at once, each sees the other.
    if ((await isHeldElsewhere(store.userId, key)) && !settled.current) {
      at.current = besideKey(key, ports.newId());
      // A form that has since closed, or whose text was deleted again, holds nothing.
      const letGoOfKey = release.current;
      if (letGoOfKey) release.current = holdDraft(store.userId, at.current);
      letGoOfKey?.(null);
    }
    placing.current = null;
  }, [key, ports, store]);
  const hold = useCallback(() => {
    // Don't hold the draft if a save fails after its form has left the screen: nothing would release it.
    if (!isOnScreen.current || release.current) return;
    release.current = holdDraft(store.userId, at.current);
    if (!isPlaced.current) placing.current = placeBeside();
    isPlaced.current = true;
  }, [placeBeside, store]);
  const letGo = useCallback(() => {
    release.current?.(settled.current ? ports.now() : null, writing.current);
    release.current = null;
  }, [ports]);

  const isDirty = useCallback(() => media.current !== null || changedFields(blank, form.getValues()).length > 0, [blank, form]);

  const updateDirty = useCallback(() => {
    const isNow = isDirty();
    setDirty(isNow);
    if (isNow) hold();
    else if (!settled.current) letGo();
  }, [hold, isDirty, letGo]);

  /** Lets a waiting sign-out continue. Null while everything typed is stored. */
  const unwritten = useRef<(() => void) | null>(null);
  const endUnwritten = useCallback(() => {
    unwritten.current?.();
    unwritten.current = null;
  }, []);

  /** The key under which the values were left outside the store; null if they were not. */
  const leftAt = useRef<string | null>(null);
  const forgetWords = useCallback(() => {
    if (leftAt.current !== null) forgetLastWords(store, leftAt.current);
    leftAt.current = null;
  }, [store]);

  const put = useCallback(async () => {
    await placing.current;
    if (settled.current) {
      // The save holds what was typed.
      forgetWords();
      return false;
    }
    const until = typed.current;
    if (media.current !== null) await saveDraftWithFile(store, ports, at.current, form.getValues(), media.current, seen);
    else await (isDirty() ? saveDraft(store, ports, at.current, form.getValues(), null, seen) : discardDraft(store, at.current));
    written.current = until;
    // What was typed meanwhile may have been left outside the store.
    if (typed.current === until) forgetWords();
    return true;
  }, [forgetWords, form, isDirty, ports, seen, store]);
  const keep = useCallback(async () => {
    if (timer.current) clearTimeout(timer.current);
    timer.current = null;
    try {
      return await put();
    } finally {
      // A new timer means that something was typed meanwhile.
      if (!timer.current) endUnwritten();
    }
  }, [endUnwritten, put]);
  const write = useCallback(
    () =>
      void keep().catch((error: unknown) => {
        // Show it once: the next keystrokes would fail the same way.
        if (!told.current) showFailure(error, FORM_TEXTS.draftFailed);
        told.current = true;
      }),
    [keep],
  );

  useEffect(() => {
    const leaveScreen = holdForm(store.userId, key);
    isOnScreen.current = true;
    return () => {
      isOnScreen.current = false;
      leaveScreen();
    };
  }, [key, store]);

  useEffect(() => {
    const changed = () => {
      updateDirty();
      typed.current += 1;
      timer.current ??= setTimeout(write, REST_MS);
      unwritten.current ??= holdUnwritten(store.userId, keep);
    };
    const flush = () => timer.current && write();
    const leave = () => {
      // The page may end before IndexedDB finishes, even after the form has closed: store the values synchronously too.
      if (!settled.current && typed.current > written.current && isDirty()) {
        const draft = {
          key: at.current,
          values: form.getValues(),
          mediaId: media.current,
          ...(seen !== undefined && { seen }),
          updatedAt: ports.now(),
        };
        leaveLastWords(store, draft);
        leftAt.current = draft.key;
      }
      flush();
    };
    const stop = form.subscribe({ formState: { values: true }, callback: changed });
    document.addEventListener('visibilitychange', flush);
    addEventListener('pagehide', leave);
    updateDirty();
    return () => {
      stop();
      document.removeEventListener('visibilitychange', flush);
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [form, isDirty, keep, updateDirty, ports, seen, store, write]);

  useEffect(() => {
    if (media.current === mediaId) return;
    media.current = mediaId;
    updateDirty();
    write();
  }, [updateDirty, mediaId, write]);

  useEffect(() => letGo, [letGo]);

  useEffect(withdrawDraftOffer, []);
  useBusyWhile(dirty, 'a form with unsaved text');

  return useMemo(
    () => ({
      key: () => at.current,
      moveTo: (moved) => {
        at.current = moved;
      },
      dirty,
      keep,
      flush: () => void (timer.current && write()),
      settle: (written) => {
        hold();
        settled.current = true;
        writing.current = written;
      },
      resume: () => {
        settled.current = false;
        updateDirty();
        // The failed save has shown its own error.
        told.current = true;
        write();
      },
      discard: async () => {
        settled.current = true;
        if (timer.current) clearTimeout(timer.current);
        endUnwritten();
        forgetWords();
        await discardDraft(store, at.current);
      },
    }),
    [dirty, endUnwritten, forgetWords, hold, keep, store, updateDirty, write],
  );
}
