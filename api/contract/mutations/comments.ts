import { mutation } from '../call.ts';
import { CommentCreate } from '../entities/comment.ts';
import { noPayload } from './effects.ts';

export const COMMENT_MUTATIONS = {
  'comments.create': mutation({
    method: 'POST',
    path: '/api/videos/{videoId}/comments',
    summary: 'Comment on a session',
    entity: 'comments',
    payload: CommentCreate,
    effect: (_row, { content }, context) => ({
      id: context.id,
      videoId: context.params['videoId'] ?? '',
      userId: context.userId,
      content,
      createdAt: context.now,
      deletedAt: null,
      version: 0,
    }),
  }),
  'comments.delete': mutation({
    method: 'DELETE',
    path: '/api/videos/{videoId}/comments/{id}',
    summary: 'Delete a comment of one’s own, or any on one’s own session',
    entity: 'comments',
    payload: noPayload,
    effect: (row, _payload, { now }) => (row ? { ...row, deletedAt: now } : null),
  }),
} as const;
