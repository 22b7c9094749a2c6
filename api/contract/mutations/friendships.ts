import { mutation } from '../call.ts';
import { FriendshipCreate, FriendshipJoin, FriendshipPatch } from '../entities/friendship.ts';
import type { Person } from '../entities/user.ts';
import { noPayload } from './effects.ts';

export const FRIENDSHIP_MUTATIONS = {
  'friendships.create': mutation({
    method: 'POST',
    path: '/api/friendships',
    entity: 'friendships',
    payload: FriendshipCreate,
    effect: (_row, { friendId }, context) => {
      const recipient = context.source as Person | undefined;
      return {
        id: context.id,
        userId: context.userId,
        friendId,
        status: 'pending' as const,
        createdAt: context.now,
        friendFirstName: recipient?.firstName ?? null,
        friendLastName: recipient?.lastName ?? null,
        friendEmail: null,
        friendProfileImageUrl: recipient?.profileImageUrl ?? null,
        version: 0,
      };
    },
  }),
  'friendships.join': mutation({
    method: 'POST',
    path: '/api/friendships/join',
    entity: 'friendships',
    payload: FriendshipJoin,
    // The device does not know whose link it is, until the server has made the row.
    effect: (row) => row,
  }),
  'friendships.accept': mutation({
    method: 'PATCH',
    path: '/api/friendships/{id}',
    entity: 'friendships',
    payload: FriendshipPatch,
    effect: (row, { status }) => (row ? { ...row, status } : null),
  }),
  'friendships.delete': mutation({
    method: 'DELETE',
    path: '/api/friendships/{id}',
    entity: 'friendships',
    payload: noPayload,
    effect: () => null,
  }),
  'friendships.withdraw': mutation({
    method: 'POST',
    path: '/api/friendships/{id}/withdraw',
    entity: 'friendships',
    payload: noPayload,
    effect: () => null,
  }),
} as const;
