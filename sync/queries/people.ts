import type { Person, Profile } from '../../api/contract/entities/user.ts';
import type { DeviceMedia } from '../store/media-row.ts';
import { readRowSyncs, type RowSync } from '../status/row-sync.ts';
import { plainRow } from '../store/stored-row.ts';
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

/** A training partner as last synced; null for anyone else. */
export async function getPartner(store: Store, id: string): Promise<Person | null> {
  const row = await store.view('people').get(id);
  return row ? plainRow(row) : null;
}
