import * as z from 'zod/mini';
import { id, stamp } from '../text.ts';

/** A value that lost to a later arrival, kept so that every device of its owner can take it back. */
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
