import * as z from 'zod/mini';
import { PROFILE_MERGE, type Profile, ProfilePatch } from '../../api/contract/entities/user.ts';
import { sharedValue } from '../../api/contract/merge.ts';
import { sameValue } from '../../api/contract/same-value.ts';
import { queueConflict } from '../outbox/queue-conflict.ts';
import { queueUnchecked } from '../outbox/queue-unchecked.ts';
import { pull } from '../pull/pull.ts';
import { type Account, isFilled, TYPED_FIELDS } from './account-content.ts';

const isEmpty = (value: unknown) => !isFilled(value);

/** Nothing can be added to a profile that is not here yet. @throws while the server does not give it */
export async function mustHaveProfile({ store, ports }: Account): Promise<void> {
  const isHere = async () => (await store.view('profile').get(store.userId)) !== undefined;
  if (await isHere()) return;
  await pull(store, ports);
  if (!(await isHere())) throw new Error('The profile is not on this device yet');
}

/**
 * Fills what the present profile lacks. Lines and sports of both stay; of single values that differ, the earlier one becomes a
 * conflict.
 */
export async function addProfile({ store, ports }: Account, earlier: Profile | undefined): Promise<void> {
  const mine = await store.view('profile').get(store.userId);
  if (!mine || !earlier) return;
  const fitting: Record<string, unknown> = {};
  const base: Record<string, unknown> = {};
  const entityId = store.userId;
  for (const field of TYPED_FIELDS) {
    const [value, present] = [earlier[field], mine[field]];
    if (isEmpty(value) || sameValue(value, present)) continue;
    const seen = isEmpty(present) ? present : sharedValue(PROFILE_MERGE[field], value, present);
    if (seen === null && present !== null) {
      await queueConflict(store, ports, 'profile', { entityId, field, other: value });
    } else if (z.safeParse(ProfilePatch, { [field]: value }).success) {
      fitting[field] = value;
      base[field] = seen;
    } else {
      // Alone, so that the server refuses nothing else with it.
      await queueUnchecked(store, ports, 'profile.update', { entityId, payload: { [field]: value, base: { [field]: seen } } });
    }
  }
  if (!isEmpty(Object.keys(fitting))) await queueUnchecked(store, ports, 'profile.update', { entityId, payload: { ...fitting, base } });
}
