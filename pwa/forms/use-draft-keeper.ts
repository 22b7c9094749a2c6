import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { discardDraft, saveDraft } from '../../sync/drafts.ts';
import { saveDraftWithFile } from '../../sync/keep-film.ts';
import { useBusyWhile } from '../components/busy.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { forgetLastWords, leaveLastWords } from '../sync/last-words.ts';
import { withdrawDraftOffer } from './draft-toast.ts';
import { showFailure } from './show-failure.ts';
import { holdDraft } from './open-drafts.ts';
import { FORM_TEXTS } from './texts.ts';
import { changedFields } from './draft-values.ts';

/** Typing is written down this long after the last key; closing and hiding the page write at once. */
const REST_MS = 300;

export interface DraftKeeper {
  /** Something is typed or picked that is not saved. */
  dirty: boolean;
  /** Resolves once all that is typed is on the device: with false where there is nothing to keep any more. */
  keep: () => Promise<boolean>;
  /** Writes what was typed since the last write, without waiting for it. */
  flush: () => void;
  /**
   * Ends the keeping: the form was saved, and its draft goes in the same transaction.
   * @param written the draft stays held until this ends, even when the form is gone from the screen before
   */
  settle: (written?: Promise<unknown>) => void;
  /** Takes up again what `settle` ended: saving failed on this device. */
  resume: () => void;
  /** Forgets what was typed. */
  discard: () => Promise<void>;
}

/**
 * Keeps what is typed into a form on the device, so that it survives closing, reload and crash (decision 15).
 * @param blank what the form shows without a draft; a form that shows just this has none
 * @param mediaId a file picked in it
 * @param seen what it changes, as it stood when it was opened; comes back with the draft
 */
export function useDraftKeeper<Values extends FieldValues>(
  key: string,
  form: UseFormReturn<Values>,
  blank: Values,
  { mediaId = null, seen }: { mediaId?: string | null; seen?: unknown } = {},
): DraftKeeper {
  const store = useStore();
  const ports = usePorts();
  const settled = useRef(false);
  const writing = useRef<Promise<unknown> | undefined>(undefined);
  const told = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const media = useRef(mediaId);
  // How often something was typed, and how much of that is written down.
  const typed = useRef(0);
  const written = useRef(0);
  const [dirty, setDirty] = useState(() => mediaId !== null || changedFields(blank, form.getValues()).length > 0);

  const isDirty = useCallback(() => media.current !== null || changedFields(blank, form.getValues()).length > 0, [blank, form]);

  const keep = useCallback(async () => {
    if (timer.current) clearTimeout(timer.current);
    timer.current = null;
    if (settled.current) return false;
    const until = typed.current;
    if (media.current !== null) await saveDraftWithFile(store, ports, key, form.getValues(), media.current, seen);
    else await (isDirty() ? saveDraft(store, ports, key, form.getValues(), null, seen) : discardDraft(store, key));
    written.current = until;
    forgetLastWords(store, key);
    return true;
  }, [form, isDirty, key, ports, seen, store]);
  const write = useCallback(
    () =>
      void keep().catch((error: unknown) => {
        // Once is enough: the next letters meet the same.
        if (!told.current) showFailure(error, FORM_TEXTS.draftFailed);
        told.current = true;
      }),
    [keep],
  );

  useEffect(() => {
    const changed = () => {
      setDirty(isDirty());
      typed.current += 1;
      timer.current ??= setTimeout(write, REST_MS);
    };
    const flush = () => timer.current && write();
    const leave = () => {
      // Nobody waits for the database any more.
      if (!settled.current && typed.current > written.current && isDirty()) {
        const draft = { key, values: form.getValues(), mediaId: media.current, ...(seen !== undefined && { seen }), updatedAt: ports.now() };
        leaveLastWords(store, draft);
      }
      flush();
    };
    const stop = form.subscribe({ formState: { values: true }, callback: changed });
    document.addEventListener('visibilitychange', flush);
    addEventListener('pagehide', leave);
    setDirty(isDirty());
    return () => {
      stop();
      document.removeEventListener('visibilitychange', flush);
      removeEventListener('pagehide', leave);
      flush();
    };
  }, [form, isDirty, key, ports, seen, store, write]);

  useEffect(() => {
    if (media.current === mediaId) return;
    media.current = mediaId;
    setDirty(isDirty());
    write();
  }, [isDirty, mediaId, write]);

  useEffect(() => {
    const release = holdDraft(store.userId, key);
    return () => release(settled.current ? ports.now() : null, writing.current);
  }, [key, ports, store]);

  useEffect(withdrawDraftOffer, []);
  useBusyWhile(dirty, 'a form with unsaved words');

  return useMemo(
    () => ({
      dirty,
      keep,
      flush: () => void (timer.current && write()),
      settle: (written) => {
        settled.current = true;
        writing.current = written;
      },
      resume: () => {
        settled.current = false;
        // Why saving failed has just been said.
        told.current = true;
        write();
      },
      discard: async () => {
        settled.current = true;
        if (timer.current) clearTimeout(timer.current);
        await discardDraft(store, key);
      },
    }),
    [dirty, keep, key, store, write],
  );
}
