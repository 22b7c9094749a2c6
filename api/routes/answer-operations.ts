import type { OperationAnswer } from '../contract/sync-protocol.ts';
import { isDatabaseFull } from '../db/database-full.ts';
import { isDatabaseUnavailable } from '../db/database-unavailable.ts';
import { UnknownCommit } from '../db/in-transaction.ts';
import { mayBeRetried } from '../db/retried.ts';
import { Refusal } from '../errors.ts';
import type { Services, SignedIn } from '../services.ts';
import { applyTogether } from './apply-together.ts';
import { type EnvelopeHistory, OtherHistory } from './envelope-history.ts';
import { limitMutations } from './mutation-limits.ts';
import { performAlone } from './perform-mutation.ts';
import type { PreparedMutation } from './prepare-mutation.ts';
import type { ReadOperation } from './read-operation.ts';

interface Envelope {
  /** Keys of this envelope that have not been applied yet. */
  unapplied: Set<string>;
  history: EnvelopeHistory;
  /** The answer for an operation that failed. */
  refuse: (key: string, error: unknown) => OperationAnswer;
}

/** The rest of the envelope would fail too. */
export const endsEnvelope = ({ status }: OperationAnswer) => status === 401 || status >= 500;

/**
 * Applies operations in one transaction. If it fails, because one of them is refused or for any other reason, nothing has
 * happened, and each is applied in a transaction of its own.
 * @returns the answers, up to the one that ends the envelope
 * @throws OtherHistory
 */
export async function answerOperations(
  services: Services,
  actor: SignedIn,
  operations: readonly ReadOperation[],
  envelope: Envelope,
): Promise<OperationAnswer[]> {
  const { history } = envelope;
  const alone = async (mutation: PreparedMutation) => {
    const { status, body, raised } = await performAlone(services, actor, mutation, history.mustContinue);
    history.note(raised);
    return { status, body };
  };
  const together = mutationsOf(operations, envelope);
  if (together.length < 2 || new Set(together.map(({ claim }) => claim?.key)).size < together.length) {
    return answerEach(operations, envelope, alone);
  }
  try {
    const { answers, raised } = await applyTogether(services, actor, together, {
      // In the transaction: if it fails, each counts on its own.
      first: (tx) => limitMutations(services, tx, actor, together),
      beforeCommit: history.mustContinue,
    });
    history.note(raised);
    return await answerEach(operations, envelope, async (mutation) => answers[together.indexOf(mutation)]!);
  } catch (error) {
    // Stops the whole envelope: the device syncs first, then sends again under the same keys.
    if (error instanceof OtherHistory) throw error;
    // The device sends the same keys again. Answering now would not tell it how far the feeds have come.
    if (error instanceof UnknownCommit) return answerEach(operations, envelope, () => Promise.reject(error));
    const isExpected = error instanceof Refusal || mayBeRetried(error) || isDatabaseUnavailable(error) || isDatabaseFull(error);
    if (!isExpected) {
      services.log.warn({ err: error }, 'Operations of an envelope could not share a transaction');
    }
    return answerEach(operations, envelope, alone);
  }
}

/** The mutations that are due if the database refuses none of them. */
function mutationsOf(operations: readonly ReadOperation[], { unapplied }: Envelope): PreparedMutation[] {
  const missing = new Set(unapplied);
  return operations.flatMap(({ key, dependsOn, mutation }) => {
    if (!mutation || dependsOn.some((needed) => missing.has(needed))) return [];
    missing.delete(key);
    return mutation;
  });
}

async function answerEach(
  operations: readonly ReadOperation[],
  { unapplied, refuse }: Envelope,
  perform: (mutation: PreparedMutation) => Promise<{ status: number; body: object }>,
): Promise<OperationAnswer[]> {
  const answers: OperationAnswer[] = [];
  for (const { key, dependsOn, mutation, error } of operations) {
    try {
      if (dependsOn.some((needed) => unapplied.has(needed))) {
        throw new Refusal('not_applied', 'A change that this depends on was not applied');
      }
      if (!mutation) throw error;
      answers.push({ key, ...(await perform(mutation)) });
      unapplied.delete(key);
    } catch (failure) {
      if (failure instanceof OtherHistory) throw failure;
      const answer = refuse(key, failure);
      answers.push(answer);
      if (endsEnvelope(answer)) break;
    }
  }
  return answers;
}
