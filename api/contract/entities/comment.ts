import * as z from 'zod/mini';
import { COMMENT_MAX } from '../limits.ts';
import { id, newRowId, requiredText, stamp } from '../text.ts';

export const Comment = z.object({
  id,
  videoId: id,
  userId: id,
  content: z.string(),
  createdAt: stamp,
  deletedAt: z.nullable(stamp),
  version: z.int(),
});
export type Comment = z.infer<typeof Comment>;

export const CommentCreate = z.object({
  id: z.optional(newRowId),
  content: requiredText(COMMENT_MAX, 'Please enter a comment'),
});
export type CommentCreate = z.infer<typeof CommentCreate>;
