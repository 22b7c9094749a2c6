import type { Block } from '../../api/contract/entities/block.ts';
import { USER_ID_SHOWN } from '../../api/contract/limits.ts';
import { COMMENT_TEXTS } from '../comments/texts.ts';

/** A blocked person's name, otherwise what comments call them. */
export const blockedName = ({ name, blockedId }: Pick<Block, 'name' | 'blockedId'>): string =>
  name || COMMENT_TEXTS.user(blockedId.slice(0, USER_ID_SHOWN));
