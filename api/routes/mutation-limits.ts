import type { RateName } from '../contract/limits.ts';
import type { MutationName } from '../contract/mutations.ts';
import { countAgainst } from '../auth/rate-limits.ts';
import type { Services, SignedIn } from '../services.ts';

const LIMITED: Partial<Record<MutationName, RateName>> = {
  'comments.create': 'comments',
  'friendships.create': 'invites',
};

/**
 * Counts a mutation against its limit per person, alone or in an envelope (R138).
 * @throws Refusal 429
 */
export async function limitMutation(services: Services, actor: SignedIn, name: MutationName): Promise<void> {
  const limit = LIMITED[name];
  if (limit) await countAgainst(services, limit, actor.userId);
}
