import { mutation } from '../call.ts';
import { BlockCreate } from '../entities/block.ts';
import type { Person } from '../entities/user.ts';
import { noPayload } from './effects.ts';

export const BLOCK_MUTATIONS = {
  'blocks.create': mutation({
    method: 'POST',
    path: '/api/blocks',
    entity: 'blocks',
    payload: BlockCreate,
    effect: (_row, { blockedId }, context) => {
      const blocked = context.source as Person | undefined;
      return {
        id: context.id,
        userId: context.userId,
        blockedId,
        name: [blocked?.firstName, blocked?.lastName].filter(Boolean).join(' '),
        createdAt: context.now,
        version: 0,
      };
    },
  }),
  'blocks.delete': mutation({
    method: 'DELETE',
    path: '/api/blocks/{id}',
    entity: 'blocks',
    payload: noPayload,
    effect: () => null,
  }),
} as const;
