import { mutation } from '../call.ts';
import { CommentCreate } from '../entities/comment.ts';
import { noPayload } from './effects.ts';

export const COMMENT_MUTATIONS = {
  'comments.create': mutation({
    method: 'POST',
    path: '/api/videos/{videoId}/comments',
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
    entity: 'comments',
    payload: noPayload,
    effect: (row, _payload, { now }) => (row ? { ...row, deletedAt: now } : null),
  }),
} as const;
