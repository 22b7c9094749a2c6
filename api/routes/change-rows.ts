import { retried } from '../db/retried.ts';
import { type Raise, raiseFeeds } from '../feeds/raise-feeds.ts';
import { type Addressed, sendLetters } from '../mail/send-letters.ts';
import type { Services } from '../services.ts';
import type { MutationContext } from './mutation-handler.ts';

export type ChangeContext = Pick<MutationContext, 'tx' | 'now' | 'raise' | 'write' | 'services'>;

/**
 * Changes rows outside the mutations, in a transaction that is repeated after a deadlock. After its commit, devices hear of the feeds
 * that `work` raised, and its letters are sent.
 */
export async function changeRows<Result>(services: Services, work: (context: ChangeContext) => Promise<Result>): Promise<Result> {
  const { result, raised, letters } = await retried(() =>
    services.db.transaction(async (tx) => {
      const raises: Raise[] = [];
      const letters: Addressed[] = [];
      const result = await work({
        tx,
        services,
        now: services.now(),
        raise: (kind, userId, entity, rowId, gone) => raises.push({ kind, userId, entity, rowId, gone }),
        write: (to, letter) => letters.push({ to, letter }),
      });
      return { result, letters, raised: await raiseFeeds(tx, services, raises) };
    }),
  );
  services.pokes.publish(raised.map(({ name }) => name));
  sendLetters(services, letters);
  return result;
}
