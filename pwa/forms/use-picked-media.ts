import { liveQuery } from 'dexie';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { DeviceMedia, MediaEntity } from '../../sync/store/media-row.ts';
import { forgetMedia } from '../../sync/media/forget-media.ts';
import type { Store } from '../../sync/store/store.ts';
import { FileRefused } from '../../sync/media/check-file.ts';
import { inspectFile } from '../../sync/media/inspect-file.ts';
import { fileRefusalWords } from '../media/file-refusal-words.ts';
import { describeOnDevice } from '../media/describe-on-device.ts';
import { storeMedia } from '../media/media-worker-client.ts';
import { useLive } from '../sync/use-live.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { FORM_TEXTS } from './texts.ts';

export interface PickedMedia {
  /** Key of the form's draft, which refers to the file. */
  draftKey: string;
  /** Set as soon as the file is picked and inspected, before it is fully written. */
  mediaId: string | null;
  media: DeviceMedia | null;
  /** Why the last file was refused; the previously picked file stays. */
  refusal: string | null;
  /** Fraction written, 0 to 1. */
  fraction: number;
  pick: (file: File) => void;
  /** Picks a film recorded in the app, which is on this device already. */
  take: (mediaId: string) => void;
  /** Registers a step that comes before picking, such as cropping; saving runs the step first. Null removes it. */
  finishFirst: (finish: (() => Promise<void>) | null) => void;
  /** Removes the file and deletes it from the device. */
  remove: () => void;
  /** What `settled` will probably resolve to; undefined while a file is being inspected or cropped. */
  expected: () => string | null | undefined;
  /**
   * Resolves with the id once the file has a row on this device, even if it is not fully written. Null without a file, or if
   * it was refused later. Rejects if the inspection under way refuses the file, so that the person sees why first.
   */
  settled: () => Promise<string | null>;
}

/**
 * The file picked in a form, stored on the device from the moment it is picked (R86, R87). A file with a wrong type, size or
 * content is refused at once. Others are written in pieces while the form stays usable.
 * @param draft key of the form's draft, and the file picked before the form was closed
 */
export function usePickedMedia(entity: MediaEntity, draft: { key: string; mediaId: string | null }): PickedMedia {
  const { key: draftKey } = draft;
  const store = useStore();
  const ports = usePorts();
  const [mediaId, setMediaId] = useState(draft.mediaId);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [fraction, setFraction] = useState(0);
  // Mirrors the state, for callbacks between two renders.
  const current = useRef(mediaId);
  // Inspection of the file that was picked last.
  const looking = useRef<Promise<unknown>>(Promise.resolve());
  const isLooking = useRef(false);
  const keeping = useRef<Promise<unknown>>(Promise.resolve());
  const finishing = useRef<(() => Promise<void>) | null>(null);
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);

  const media = useLive(async () => (mediaId ? ((await store.media.get(mediaId)) ?? null) : null), [store, mediaId]) ?? null;

  const acts = useMemo(() => {
    const choose = (id: string | null) => {
      current.current = id;
      setMediaId(id);
    };
    const pick = (file: File) => {
      const look = inspectFile({ file, name: file.name, entity }).then(() => {
        // Skip the file if another one has since been picked, or the form was closed.
        if (looking.current === look && shown.current) keep(file);
      });
      looking.current = look;
      isLooking.current = true;
      const looked = () => {
        if (looking.current === look) isLooking.current = false;
      };
      look.then(looked, looked);
      look.catch((error: unknown) => {
        if (looking.current !== look) return;
        looking.current = Promise.resolve();
        if (shown.current) setRefusal(wordsOf(error));
      });
    };

    const keep = (file: File) => {
      const before = current.current;
      const { mediaId: picked, stored } = storeMedia(store.userId, file, {
        for: entity,
        onProgress: (written: number) => {
          if (shown.current && current.current === picked) setFraction(file.size ? written / file.size : 1);
        },
      });
      setRefusal(null);
      setFraction(0);
      choose(picked);
      if (before) void forgetMedia(store, ports, before);
      keeping.current = stored;
      stored.catch((error: unknown) => {
        if (!shown.current || current.current !== picked) return;
        setRefusal(wordsOf(error));
        choose(null);
      });
    };

    const remove = () => {
      const before = current.current;
      setRefusal(null);
      if (!before) return;
      choose(null);
      void forgetMedia(store, ports, before);
    };

    const take = (filmed: string) => {
      // If the form has since been closed, the film has a draft of its own.
      if (!shown.current) return;
      const before = current.current;
      setRefusal(null);
      setFraction(1);
      choose(filmed);
      keeping.current = Promise.resolve();
      looking.current = Promise.resolve();
      isLooking.current = false;
      void describeOnDevice(store, ports, filmed).catch(() => {});
      if (before) void forgetMedia(store, ports, before);
    };

    const finishFirst = (finish: (() => Promise<void>) | null) => {
      finishing.current = finish;
    };

    const expected = () => (isLooking.current || finishing.current ? undefined : current.current);

    const settled = async () => {
      await finishing.current?.();
      await looking.current;
      const id = current.current;
      return id && (await isKnown(store, id, keeping.current)) ? id : null;
    };
    return { pick, take, finishFirst, remove, expected, settled };
  }, [store, ports, entity]);

  return useMemo(() => ({ draftKey, mediaId, media, refusal, fraction, ...acts }), [draftKey, mediaId, media, refusal, fraction, acts]);
}

/** Waits for the file's row. Resolves with false if storing the file fails first. */
function isKnown(store: Store, mediaId: string, kept: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const watch = liveQuery(() => store.media.get(mediaId)).subscribe({ next: (row) => row && answer(true), error: reject });
    const answer = (known: boolean) => {
      resolve(known);
      watch.unsubscribe();
    };
    kept.catch(() => answer(false));
  });
}

const wordsOf = (error: unknown) => (error instanceof FileRefused ? fileRefusalWords(error.refusal) : FORM_TEXTS.mediaFailed);
