import { useMemo } from 'react';
import type { Person } from '../../api/contract/entities/user.ts';
import { useMutate } from '../sync/use-mutate.ts';
import { PEOPLE_TEXTS as TEXTS } from './texts.ts';
import { useChangeActions } from './use-change-actions.ts';

export interface PartnershipActions {
  /** Resolves when the server has answered, or when the pending label times out. */
  invite: (person: Person) => Promise<void>;
  accept: (id: string) => Promise<void>;
  decline: (id: string) => Promise<void>;
  withdraw: (id: string) => Promise<void>;
  remove: (id: string) => Promise<void>;
}

/** Partnership actions, which also work offline. */
export function usePartnershipActions(): PartnershipActions {
  const mutate = useMutate();
  const { follow } = useChangeActions();
  return useMemo(
    () => ({
      invite: (person) => follow(mutate('friendships.create', { payload: { friendId: person.id }, source: person }), TEXTS.inviteFailed),
      accept: (id) =>
        follow(mutate('friendships.accept', { params: { id }, payload: { status: 'accepted' } }), TEXTS.acceptFailed, TEXTS.accepted),
      decline: (id) => follow(mutate('friendships.delete', { params: { id } }), TEXTS.declineFailed, TEXTS.declined),
      withdraw: (id) => follow(mutate('friendships.withdraw', { params: { id } }), TEXTS.withdrawFailed),
      remove: (id) => follow(mutate('friendships.delete', { params: { id } }), TEXTS.removeFailed),
    }),
    [follow, mutate],
  );
}
