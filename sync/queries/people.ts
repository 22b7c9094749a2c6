import type { Person, Profile } from '../../api/contract/entities/user.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import { readRowSyncs, type RowSync } from '../status/row-sync.ts';
import { plainRow } from '../store/stored-row.ts';
import { readSetting } from '../store/settings.ts';
import type { Store } from '../store/store.ts';

export interface ProfileCard {
  profile: Profile;
  sync: RowSync;
  /** The newest picture of this person on this device. */
  picture: DeviceMedia | null;
}

/** The store's person; null before the first sync. */
export async function getOwnProfile(store: Store): Promise<ProfileCard | null> {
  const [row, syncOf] = await Promise.all([store.view('profile').get(store.userId), readRowSyncs(store, 'profile', [store.userId])]);
  if (!row) return null;
  const { sync, media: picture } = syncOf(store.userId);
  return { profile: plainRow(row), sync, picture };
}

export interface OwnAge {
  /** Whether the person is 18 or older, as they said on any device; null if this device knows no answer. */
  isAdult: boolean | null;
  /** The answer that this device can now make a change of; null if there is none, or no profile yet that takes it. */
  toSay: boolean | null;
}

/** What the store's person has said about their age. */
export async function readOwnAge(store: Store): Promise<OwnAge> {
  const [row, said] = await Promise.all([store.view('profile').get(store.userId), readSetting(store, 'saidAge')]);
  // Rows of earlier builds lack it.
  const confirmed = row?.isAdult ?? null;
  return { isAdult: confirmed ?? said ?? null, toSay: row && confirmed === null ? (said ?? null) : null };
}

/** A training partner as last synced; null for anyone else. */
export async function getPartner(store: Store, id: string): Promise<Person | null> {
  const row = await store.view('people').get(id);
  return row ? plainRow(row) : null;
}
