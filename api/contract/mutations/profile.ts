import { mutation } from '../call.ts';
import { PROFILE_MERGE, ProfilePatch } from '../entities/user.ts';
import { withBase } from './effects.ts';

export const PROFILE_MUTATIONS = {
  'profile.update': mutation({
    method: 'PATCH',
    path: '/api/users/profile',
    summary: 'Edit one’s profile',
    entity: 'profile',
    payload: withBase(ProfilePatch),
    merge: PROFILE_MERGE,
    effect: (row, { base: _base, ...patch }) =>
      row && { ...row, ...given(patch), location: patch.location === undefined ? row.location : patch.location || null },
  }),
} as const;

function given<Patch extends object>(patch: Patch) {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Patch]?: Exclude<Patch[Field], undefined>;
  };
}
