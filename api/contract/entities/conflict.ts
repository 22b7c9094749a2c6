import * as z from 'zod/mini';
import { id, stamp } from '../text.ts';

/** A value overwritten by a later change, kept so its owner can restore it on any device. */
export const Conflict = z.object({
  id,
  ownerId: id,
  entity: z.string(),
  entityId: id,
  field: z.string(),
  kept: z.unknown(),
  other: z.unknown(),
  createdAt: stamp,
  deletedAt: z.nullable(stamp),
  version: z.int(),
});
export type Conflict = z.infer<typeof Conflict>;
