import type { Friendship } from '../../api/contract/entities/friendship.ts';
import { readRowSyncs, type RowSync } from '../status/row-sync.ts';
import { plainRow } from '../store/stored-row.ts';
import type { Store } from '../store/store.ts';

export interface FriendshipCard {
  friendship: Friendship;
  /** The other person. */
  friendUserId: string;
  sync: RowSync;
}

/** The friendship as the user sees it: a received request, a sent request, or a partner. */
export type Standing = 'incoming' | 'sent' | 'partner';

/** Requests newest first; partners by name, in the order of the user's language. */
export async function listFriendships(store: Store): Promise<Record<Standing, FriendshipCard[]>> {
  const rows = await store.view('friendships').toArray();
  const syncOf = await readRowSyncs(
    store,
    'friendships',
    rows.map(({ id }) => id),
  );
  const cards = rows
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    .map((row): FriendshipCard => ({ friendship: plainRow(row), friendUserId: otherOf(row, store.userId), sync: syncOf(row.id).sync }));
  const of = (standing: Standing) => cards.filter(({ friendship }) => standingOf(friendship, store.userId) === standing);
  const byName = new Intl.Collator();
  return {
    incoming: of('incoming'),
    sent: of('sent'),
    partner: of('partner').toSorted((a, b) => byName.compare(fullName(a.friendship), fullName(b.friendship))),
  };
}

/** Pending requests addressed to the store's user (R67), newest first. */
export async function listIncomingRequests(store: Store): Promise<Friendship[]> {
  const pending = await store.view('friendships').where('status').equals('pending').toArray();
  return pending
    .filter(({ friendId }) => friendId === store.userId)
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    .map(plainRow<'friendships'>);
}

/** The friendship between the store's user and another person, and the sync state of its last change. */
export interface Tie {
  standing: Standing;
  friendship: Friendship;
  sync: RowSync;
}

/** The user's ties by the other person's id. People without a tie are absent. */
export async function readTies(store: Store): Promise<ReadonlyMap<string, Tie>> {
  const rows = await store.view('friendships').toArray();
  const syncOf = await readRowSyncs(
    store,
    'friendships',
    rows.map(({ id }) => id),
  );
  return new Map(
    rows.map((row): [string, Tie] => [
      otherOf(row, store.userId),
      { standing: standingOf(row, store.userId), friendship: plainRow(row), sync: syncOf(row.id).sync },
    ]),
  );
}

const standingOf = ({ status, friendId }: Friendship, userId: string): Standing =>
  status === 'accepted' ? 'partner' : friendId === userId ? 'incoming' : 'sent';

const otherOf = ({ userId, friendId }: Friendship, me: string) => (userId === me ? friendId : userId);

const fullName = ({ friendFirstName, friendLastName }: Friendship) => `${friendFirstName ?? ''} ${friendLastName ?? ''}`.trim();
