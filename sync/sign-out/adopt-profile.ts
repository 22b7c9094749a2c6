import * as z from 'zod/mini';
import { type Profile, ProfilePatch } from '../../api/contract/entities/user.ts';
import { mutate } from '../outbox/mutate.ts';
import type { Account } from './account-content.ts';

const FILLED = ['firstName', 'lastName', 'bio', 'location', 'sports'] as const;

/** Fills only what the present profile lacks, and leaves its visibility: no text becomes public here. */
export async function addProfile({ store, ports }: Account, earlier: Profile | undefined): Promise<void> {
  const mine = await store.view('profile').get(store.userId);
  if (!mine || !earlier) return;
  const isEmpty = (value: unknown) => !value || (Array.isArray(value) && value.length === 0);
  const lacking = FILLED.filter((field) => isEmpty(mine[field]) && !isEmpty(earlier[field]));
  const parsed = z.safeParse(ProfilePatch, Object.fromEntries(lacking.map((field) => [field, earlier[field]])));
  if (lacking.length > 0 && parsed.success) await mutate(store, ports, 'profile.update', { payload: parsed.data });
}
