import { countAgainst } from '../auth/rate-limits.ts';
import type { RateName } from '../contract/limits.ts';
import type { MutationName } from '../contract/mutations.ts';
import type { Queryable } from '../db/database.ts';
import type { Services, SignedIn } from '../services.ts';

const LIMITED: Partial<Record<MutationName, RateName>> = {
  'comments.create': 'comments',
  'friendships.create': 'invites',
  'friendships.join': 'invites',
  'blocks.create': 'blocks',
  'reports.create': 'reports',
  'reports.appeal': 'reports',
  'blocks.delete': 'blocks',
};

/**
 * Counts mutations against their limits per person, alone or in an envelope (R138).
 * @throws Refusal 429 if one of them is beyond its limit
 */
export async function limitMutations(
  services: Services,
  db: Queryable,
  actor: SignedIn,
  mutations: readonly { name: MutationName }[],
): Promise<void> {
  const limits = mutations.flatMap(({ name }) => LIMITED[name] ?? []);
  for (const limit of new Set(limits).keys()) {
    await countAgainst({ now: services.now, db }, limit, actor.userId, limits.filter((each) => each === limit).length);
  }
}
