import type { Profile } from '../../api/contract/entities/user.ts';

/** A person's profile before the first pull: the device knows only the id. */
export const unreadProfile = (id: string): Profile => ({
  id,
  email: null,
  firstName: null,
  lastName: null,
  bio: '',
  location: null,
  sports: [],
  profileVisibility: 'private',
  profileImageUrl: null,
  isAdult: null,
  version: 0,
});
