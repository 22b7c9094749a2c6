import * as z from 'zod/mini';
import { ASK_AGAIN_DAYS } from '../limits.ts';
import { id, newRowId, stamp } from '../text.ts';

/** A training partnership as one of the two partners reads it; the friend fields describe the other one. */
export const Friendship = z.object({
  id,
  /** The requester. */
  userId: id,
  /** The recipient. */
  friendId: id,
  status: z.enum(['pending', 'accepted']),
  createdAt: stamp,
  friendFirstName: z.nullable(z.string()),
  friendLastName: z.nullable(z.string()),
  /** Null for the sender of a pending request (R71). */
  friendEmail: z.nullable(z.string()),
  friendProfileImageUrl: z.nullable(z.string()),
  version: z.int(),
});
export type Friendship = z.infer<typeof Friendship>;

/** Refuses a request to someone who declined the last one. */
export const ASKED_BEFORE = `This person declined your request. You can ask again ${ASK_AGAIN_DAYS} days after they did`;

export const FriendshipCreate = z.object({ id: z.optional(newRowId), friendId: id });
export type FriendshipCreate = z.infer<typeof FriendshipCreate>;

/** The secret of a link to become partners: 256 bits in base64url. */
export const linkSecret = z.string('Must be text').check(z.regex(/^[\w-]{43}$/, 'This is not a partner link'));

/** Refuses a link that is unknown, used, revoked or too old, or whose person is not there for the caller. */
export const LINK_ENDED = 'This link no longer works. Ask for a new one';

export const FriendshipJoin = z.object({ id: z.optional(newRowId), secret: linkSecret });
export type FriendshipJoin = z.infer<typeof FriendshipJoin>;

export const FriendshipPatch = z.object({ status: z.literal('accepted', 'A request can only be accepted') });
export type FriendshipPatch = z.infer<typeof FriendshipPatch>;
