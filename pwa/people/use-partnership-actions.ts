import { useMemo } from 'react';
import type { Person } from '../../api/contract/entities/user.ts';
import { awaitAnswer, awaitRefusal, type RefusedAnswer } from '../../sync/status/await-answer.ts';
import type { Mutated } from '../../sync/outbox/mutate.ts';
import { discard } from '../../sync/outbox/queue-actions.ts';
import { showError, showToast } from '../components/toast-store.ts';
import { keyOfKept } from '../forms/key-of-kept.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { useMutate } from '../sync/use-mutate.ts';
import { failureWords } from '../sync-tray/failure-words.ts';
import { PEOPLE_TEXTS as TEXTS } from './texts.ts';

export interface PartnershipActions {
  /** Resolves when the server has answered, or when the pending label times out. */
  invite: (person: Person) => Promise<void>;
  accept: (id: string) => Promise<void>;
  decline: (id: string) => Promise<void>;
  withdraw: (id: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
}

/**
 * Partnership actions, which also work offline. A success toast appears only once the server confirms. A refusal appears in
 * the server's words, and the change is discarded because it contains no written text.
 */
export function usePartnershipActions(): PartnershipActions {
  const store = useStore();
  const ports = usePorts();
  const mutate = useMutate();
  return useMemo(() => {
    const follow = async (change: Promise<Mutated>, failed: string, succeeded?: string) => {
      const key = await keyOfKept(change, failed);
      if (key === null) return;
      const refused = async ({ failure }: RefusedAnswer) => {
        showError(failure ? failureWords(failure) : failed);
        await discard(store, ports, key);
      };
      const answer = await awaitAnswer(store, ports, key);
      if (answer.state === 'refused') return refused(answer);
      if (answer.state === 'confirmed') {
        if (succeeded) showToast({ title: TEXTS.success, description: succeeded });
        return;
      }
      // No screen waits this long for the answer, but a refusal is still worth a toast while the app is open.
      void awaitRefusal(store, key).then((refusal) => refusal && refused(refusal));
    };
    return {
      invite: (person) => follow(mutate('friendships.create', { payload: { friendId: person.id }, source: person }), TEXTS.inviteFailed),
      accept: (id) =>
        follow(mutate('friendships.accept', { params: { id }, payload: { status: 'accepted' } }), TEXTS.acceptFailed, TEXTS.accepted),
      decline: (id) => follow(mutate('friendships.delete', { params: { id } }), TEXTS.declineFailed, TEXTS.declined),
      withdraw: (id) => follow(mutate('friendships.withdraw', { params: { id } }), TEXTS.withdrawFailed),
      remove: (id) => follow(mutate('friendships.delete', { params: { id } }), TEXTS.removeFailed),
    };
  }, [store, ports, mutate]);
}
