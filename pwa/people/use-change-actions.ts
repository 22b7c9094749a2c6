import { useMemo } from 'react';
import type { Mutated } from '../../sync/outbox/mutate.ts';
import { discard } from '../../sync/outbox/queue-actions.ts';
import { awaitAnswer, awaitRefusal, type RefusedAnswer } from '../../sync/status/await-answer.ts';
import { showError, showToast } from '../components/toast-store.ts';
import { keyOfKept } from '../forms/key-of-kept.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { failureWords } from '../sync-tray/failure-words.ts';
import { PEOPLE_TEXTS as TEXTS } from './texts.ts';

export interface ChangeActions {
  /** Resolves when the server has answered, or when the pending label times out. A success toast needs the server's answer. */
  follow: (change: Promise<Mutated>, failed: string, succeeded?: string) => Promise<void>;
  /**
   * Says whether the server has the change, or what waits for it.
   * @param change resolves with null if there was nothing to send
   * @returns as soon as this device has kept it: whether it has
   */
  keep: (change: Promise<Mutated | null>, failed: string, words: { done: string; waits: string }) => Promise<boolean>;
}

/**
 * What follows a change of a few taps, such as a request or a block. A refusal appears in the server's words, also late, and the
 * change is discarded because it contains no written text.
 */
export function useChangeActions(): ChangeActions {
  const store = useStore();
  const ports = usePorts();
  return useMemo(() => {
    const refused = async (key: string, { failure }: RefusedAnswer, failed: string) => {
      showError(failure ? failureWords(failure) : failed);
      await discard(store, ports, key);
    };
    // No screen waits this long for the answer, but a refusal is still worth a toast while the app is open.
    const listen = (key: string, failed: string) =>
      void awaitRefusal(store, key).then((refusal) => refusal && refused(key, refusal, failed));
    return {
      follow: async (change, failed, succeeded) => {
        const key = await keyOfKept(change, failed);
        if (key === null) return;
        const answer = await awaitAnswer(store, ports, key);
        if (answer.state === 'refused') return refused(key, answer, failed);
        if (answer.state !== 'confirmed') return listen(key, failed);
        if (succeeded) showToast({ title: TEXTS.success, description: succeeded });
      },
      keep: async (change, failed, { done, waits }) => {
        const nothing: Mutated = { id: '', key: '' };
        const key = await keyOfKept(
          change.then((made) => made ?? nothing),
          failed,
        );
        if (key === null) return false;
        void awaitAnswer(store, ports, key).then((answer) => {
          if (answer.state === 'refused') return refused(key, answer, failed);
          showToast({ description: answer.state === 'confirmed' ? done : waits });
          if (answer.state === 'waiting') listen(key, failed);
        });
        return true;
      },
    };
  }, [store, ports]);
}
