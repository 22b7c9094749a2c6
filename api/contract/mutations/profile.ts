import { mutation } from '../call.ts';
import { AgeAnswer, PROFILE_MERGE, ProfilePatch } from '../entities/user.ts';
import { withBase, withoutUndefined } from './effects.ts';

export const PROFILE_MUTATIONS = {
  'profile.update': mutation({
    method: 'PATCH',
    path: '/api/users/profile',
    entity: 'profile',
    payload: withBase(ProfilePatch),
    merge: PROFILE_MERGE,
    // An empty location means none.
    effect: (row, { base: _base, ...patch }) =>
      row && { ...row, ...withoutUndefined(patch), location: patch.location === undefined ? row.location : patch.location || null },
  }),
  'profile.sayAge': mutation({
    method: 'POST',
    path: '/api/users/profile/age',
    entity: 'profile',
    payload: AgeAnswer,
    effect: (row, { isAdult }) => row && { ...row, isAdult, ...(!isAdult && { profileVisibility: 'private' as const }) },
  }),
} as const;
