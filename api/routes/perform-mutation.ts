import { retried } from '../db/retried.ts';
import type { RaisedFeed } from '../feeds/raise-feeds.ts';
import type { Services, SignedIn } from '../services.ts';
import { applyTogether, type BeforeCommit } from './apply-together.ts';
import type { MutationAnswer } from './mutation-handler.ts';
import { limitMutations } from './mutation-limits.ts';
import { type MutationRequest, type PreparedMutation, prepareMutation } from './prepare-mutation.ts';

export interface Performed extends MutationAnswer {
  /** Empty for a repeat. */
  raised: readonly RaisedFeed[];
}

/**
 * Applies one mutation exactly once (R116). A repeat under the same key gets the first answer, and after a day the row
 * as it is then (R169).
 * @throws Refusal; nothing has changed, and the key is free again
 */
export const performMutation = async (services: Services, actor: SignedIn, request: MutationRequest): Promise<MutationAnswer> =>
  performAlone(services, actor, prepareMutation(request));

/** Applies one mutation in a transaction of its own. @throws Refusal as above */
export async function performAlone(
  services: Services,
  actor: SignedIn,
  mutation: PreparedMutation,
  beforeCommit?: BeforeCommit,
): Promise<Performed> {
  // Outside the transaction: a refused mutation counts too.
  await limitMutations(services, services.db, actor, [mutation]);
  const { answers, raised } = await retried(() => applyTogether(services, actor, [mutation], { beforeCommit }));
  return { ...answers[0]!, raised };
}
