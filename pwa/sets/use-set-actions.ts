import { useEffect, useMemo } from 'react';
import type { TrainingSet } from '../../api/contract/entities/set.ts';
import type { Rep, RepKind } from '../../api/contract/reps.ts';
import { RowMissing } from '../../sync/outbox/invalid-payload.ts';
import { foldTaps, storeTap } from '../../sync/outbox/taps.ts';
import type { SetCard } from '../../sync/queries/sets.ts';
import type { Tap } from '../../sync/store/store.ts';
import { afterNextFrame } from '../components/after-next-frame.ts';
import { showToast } from '../components/toast-store.ts';
import { showFailure } from '../forms/show-failure.ts';
import { FORM_TEXTS } from '../forms/texts.ts';
import { requestBackgroundSync } from '../sync/request-background-sync.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { useMutate } from '../sync/use-mutate.ts';
import { useSave } from '../sync/use-save.ts';
import { newRep } from './new-rep.ts';
import { SET_TEXTS as TEXTS } from './texts.ts';

export interface SetActions {
  // Each resolves once this device has stored the change. If it could not, a toast says so, and the result is null or false.
  /**
   * @param filmMs where the rep is in the session's film, in milliseconds; none if it was counted at the field
   * @returns the rep as the set holds it
   */
  tap: (id: string, kind: RepKind, filmMs?: number) => Promise<string | null>;
  /** Strikes the rep that was counted last. @returns its id; null if there is none */
  undo: (card: Pick<SetCard, 'set' | 'reps'>) => Promise<string | null>;
  remove: (set: TrainingSet) => Promise<boolean>;
}

/**
 * Counts and deletes on this device, at once and without a connection. A tap is saved before its knot is drawn.
 * @param later calls back when a stored tap may be put into its set: after its knot has been drawn
 */
export function useSetActions(later: (call: () => void) => void = afterNextFrame): SetActions {
  const mutate = useMutate();
  const save = useSave();
  const store = useStore();
  const ports = usePorts();
  useEffect(() => {
    // The app died after a tap. The engine would count it too, but starts later.
    foldTaps(store, ports).catch(() => undefined);
  }, [store, ports]);
  return useMemo(() => {
    const saved = (change: Promise<unknown>, failed: string) =>
      change.then(
        () => true,
        (error: unknown) => {
          showFailure(error, failed);
          return false;
        },
      );
    /** Resolves once the tap is stored, before it is in its set. The engine puts it there if this page cannot. */
    const count = (tap: Tap) =>
      new Promise<boolean>((resolve) => {
        let isStored = false;
        const counting = save(async (store, ports) => {
          await storeTap(store, tap);
          isStored = true;
          // The page may be frozen before the tap is in its set.
          requestBackgroundSync();
          resolve(true);
          await new Promise<void>((go) => later(go));
          await foldTaps(store, ports, tap.setId);
        });
        counting.catch((error: unknown) => {
          if (!isStored) showFailure(error, TEXTS.tapFailed);
          else if (error instanceof RowMissing) showFailure(error, TEXTS.tapLoose);
          resolve(false);
        });
      });
    return {
      async tap(id, kind, filmMs) {
        const rep = newRep(ports, kind, ports.now(), filmMs);
        return (await count({ setId: id, reps: [rep] })) ? rep : null;
      },
      async undo({ set, reps }) {
        const last = latestRep(reps);
        if (!last) return null;
        return (await count({ setId: set.id, struck: [last.id] })) ? last.id : null;
      },
      remove({ id, exercise }) {
        const restore = () => void saved(mutate('sets.restore', { params: { id } }), TEXTS.removeFailed);
        const deleting = mutate('sets.delete', { params: { id } }).then(() =>
          showToast({ description: TEXTS.removed(exercise), action: { label: FORM_TEXTS.undo, run: restore } }),
        );
        return saved(deleting, TEXTS.removeFailed);
      },
    };
  }, [mutate, save, ports, later]);
}

/** The rep that was counted last; in a film that need not be the last one there. Typed ones count as the latest. */
export const latestRep = (reps: readonly Rep[]): Rep | undefined =>
  reps.toSorted((a, b) => (a.at ?? Number.MAX_SAFE_INTEGER) - (b.at ?? Number.MAX_SAFE_INTEGER)).at(-1);
