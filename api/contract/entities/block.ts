import * as z from 'zod/mini';
import { id, stamp } from '../text.ts';

/** That a person has blocked another one. Only the person who did it reads this. */
export const Block = z.object({
  /** Derived from both people, so that two devices that block the same person make one row. */
  id,
  /** Who blocked. */
  userId: id,
  blockedId: id,
  /** The blocked person's name at the time of the block, because their profile is hidden afterwards. Empty if it was hidden before. */
  name: z.string(),
  createdAt: stamp,
  version: z.int(),
});
export type Block = z.infer<typeof Block>;

export const BlockCreate = z.object({ blockedId: id });
export type BlockCreate = z.infer<typeof BlockCreate>;
