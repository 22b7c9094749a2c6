import type { Friendship } from '../../api/contract/entities/friendship.ts';
import { readRowSyncs, type RowSync } from '../status/row-sync.ts';
import { plainRow, type StoredRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';
import { readBlockedIds } from './blocks.ts';

export interface PartnershipCard {
  friendship: Friendship;
  /** The other person. */
  partnerUserId: string;
  sync: RowSync;
}

/** The partnership as the person sees it: a received request, a sent request, or a partner. */
export type PartnershipState = 'incoming' | 'sent' | 'partner';

/**
 * Partnerships and requests with people whom the store's person has not blocked. The server ends the others.
 * @param status all by default
 */
async function readFriendships(store: Store, status?: Friendship['status']): Promise<StoredRow<'friendships'>[]> {
  const view = store.view('friendships');
  const some = status ? view.where('status').equals(status) : view;
  const [rows, blocked] = await Promise.all([some.toArray(), readBlockedIds(store)]);
  return rows.filter((row) => !blocked.has(otherOf(row, store.userId)));
}

/** Requests newest first; partners by name, in the order of the person's language. */
export async function listPartnerships(store: Store): Promise<Record<PartnershipState, PartnershipCard[]>> {
  const rows = await readFriendships(store);
  const syncOf = await readRowSyncs(
    store,
    'friendships',
    rows.map(({ id }) => id),
  );
  const cards = rows
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    .map((row): PartnershipCard => ({ friendship: plainRow(row), partnerUserId: otherOf(row, store.userId), sync: syncOf(row.id).sync }));
  const of = (state: PartnershipState) => cards.filter(({ friendship }) => stateOf(friendship, store.userId) === state);
  const byName = new Intl.Collator();
  return {
    incoming: of('incoming'),
    sent: of('sent'),
    partner: of('partner').toSorted((a, b) => byName.compare(fullName(a.friendship), fullName(b.friendship))),
  };
}

/** Pending requests addressed to the store's person (R67), newest first. */
export async function listIncomingRequests(store: Store): Promise<Friendship[]> {
  return (await readFriendships(store, 'pending'))
    .filter(({ friendId }) => friendId === store.userId)
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    .map(plainRow<'friendships'>);
}

/** The partnership between the store's person and another person, and the sync state of its last change. */
export interface Partnership {
  state: PartnershipState;
  friendship: Friendship;
  sync: RowSync;
}

/** The person's partnerships by the other person's id. People without a partnership are absent. */
export async function readPartnerships(store: Store): Promise<ReadonlyMap<string, Partnership>> {
  const rows = await readFriendships(store);
  const syncOf = await readRowSyncs(
    store,
    'friendships',
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.map((row): [string, Partnership] => [
      otherOf(row, store.userId),
      { state: stateOf(row, store.userId), friendship: plainRow(row), sync: syncOf(row.id).sync },
    ]),
  );
}

const stateOf = ({ status, friendId }: Friendship, userId: string): PartnershipState =>
  status === 'accepted' ? 'partner' : friendId === userId ? 'incoming' : 'sent';

const otherOf = ({ userId, friendId }: Friendship, me: string) => (userId === me ? friendId : userId);

const fullName = ({ friendFirstName, friendLastName }: Friendship) => `${friendFirstName ?? ''} ${friendLastName ?? ''}`.trim();
