import type { Person } from '../../api/contract/entities/user.ts';
import { feedName } from '../../api/contract/sync-protocol.ts';
import { isFree } from '../outbox/merge-into-pending.ts';
import { mutate, type Mutated } from '../outbox/mutate.ts';
import { discard } from '../outbox/queue-actions.ts';
import { pendingOf } from '../outbox/rebase.ts';
import type { Ports } from '../ports/ports.ts';
import { writeSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import { dropFeed } from './drop-feed.ts';

/** As much as is known of a person whom someone blocks: of the author of a comment only the id. */
export type Blockable = Pick<Person, 'id'> & Partial<Pick<Person, 'firstName' | 'lastName'>>;

/**
 * Blocks a person (R375), and removes at once what this device holds of theirs. Pulls leave it out from then on, until the person
 * is unblocked. Own comments on their sessions that were not sent yet are refused, and keep their text in the sync tray.
 * @throws as `mutate`
 */
export const blockPerson = (store: Store, ports: Ports, person: Blockable): Promise<Mutated> =>
  store.transaction('rw', [...store.changeTables, ...store.rowTables, store.cursors, store.suspects], async () => {
    const made = await mutate(store, ports, 'blocks.create', { payload: { blockedId: person.id }, source: person });
    await dropFeed(store, feedName('shown', person.id));
    return made;
  });

/**
 * Unblocks a person. A block that the server certainly has not got is discarded, so that the partnership stays as it was.
 * @param id of the block
 * @returns the change, or null if there is nothing to send
 * @throws as `mutate`
 */
export async function unblockPerson(store: Store, ports: Ports, id: string): Promise<Mutated | null> {
  const isLeft = await store.transaction('rw', [...store.rowTables, store.settings], async () => {
    if (!(await store.view('blocks').get(id))) return false;
    const [create] = await pendingOf(store, 'blocks', id);
    if (create?.call !== 'blocks.create' || !isFree(create)) return true;
    await discard(store, ports, create.key);
    // The next pull brings back what the block has removed from this device.
    await writeSetting(store, 'wake', ports.newId());
    return false;
  });
  return isLeft ? mutate(store, ports, 'blocks.delete', { params: { id } }) : null;
}
