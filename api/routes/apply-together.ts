import type { MutationName } from '../contract/mutations.ts';
import type { Transaction } from '../db/database.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { type Raise, type RaisedFeed, raiseFeeds } from '../feeds/raise-feeds.ts';
import { type Addressed, sendLetters } from '../mail/send-letters.ts';
import type { Notice } from '../push/notice.ts';
import type { Services, SignedIn } from '../services.ts';
import { answerAgain, claimKeys, storeAnswers } from './idempotency.ts';
import type { MutationAnswer, MutationHandler } from './mutation-handler.ts';
import { handlers } from './mutation-handlers.ts';
import type { PreparedMutation } from './prepare-mutation.ts';

/** Called in the transaction with the feeds that it raised. Throwing rolls everything back. */
export type BeforeCommit = (tx: Transaction, raised: readonly RaisedFeed[]) => Promise<void>;

interface Applied {
  /** One for each mutation, in their order. */
  answers: MutationAnswer[];
  /** Empty if all were repeats. */
  raised: readonly RaisedFeed[];
}

/**
 * Applies mutations in order in one transaction: all of them or none (docs/decisions/0121). It claims the keys, changes
 * rows, raises feeds and stores the answers. The pokes and notices follow the commit.
 * @param mutations with different keys
 * @throws UnknownCommit
 * @throws Refusal of one of them, or why the transaction failed; nothing has changed, and the keys are free again
 */
export async function applyTogether(
  services: Services,
  actor: SignedIn,
  mutations: readonly PreparedMutation[],
  { first, beforeCommit }: { first?: (tx: Transaction) => Promise<void>; beforeCommit?: BeforeCommit | undefined } = {},
): Promise<Applied> {
  const { answers, raised, notices, letters } = await inTransaction(services.db, async (tx) => {
    await first?.(tx);
    const raises: Raise[] = [];
    const notices: Notice[] = [];
    const letters: Addressed[] = [];
    const answers: MutationAnswer[] = [];
    const stored: { key: string; answer: MutationAnswer }[] = [];
    let now = services.now();
    const earlier = await claimKeys(
      tx,
      actor,
      mutations.flatMap(({ claim }) => claim ?? []),
      now,
    );
    for (const [place, { name, params, payload, claim }] of mutations.entries()) {
      // Lists are in the order of these moments, so no two may be equal.
      if (place > 0) now = new Date(Math.max(services.now().getTime(), now.getTime() + 1));
      if (claim && earlier.has(claim.key)) {
        answers.push(await answerAgain(tx, actor, claim, earlier.get(claim.key), now));
        continue;
      }
      const handle = handlers[name] as MutationHandler<MutationName>;
      const answer = await handle(
        {
          tx,
          services,
          actor,
          now,
          params,
          raise: (kind, userId, entity, rowId, gone) => raises.push({ kind, userId, entity, rowId, gone }),
          tell: (notice) => notices.push(notice),
          write: (to, letter) => letters.push({ to, letter }),
        },
        payload as never,
      );
      answers.push(answer);
      if (claim) stored.push({ key: claim.key, answer });
    }
    const raised = await raiseFeeds(tx, services, raises);
    await beforeCommit?.(tx, raised);
    await storeAnswers(tx, actor, stored);
    return { answers, raised, notices, letters };
  });
  if (raised.length > 0) services.pokes.publish(raised.map((feed) => feed.name));
  services.push.tell(notices);
  sendLetters(services, letters);
  return { answers, raised };
}
