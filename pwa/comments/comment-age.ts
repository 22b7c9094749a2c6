import { relativeTime } from '../dates/relative-time.ts';
import { COMMENT_TEXTS } from './texts.ts';

/** 'x minutes ago', or 'Recently' where it is not known (specification, section 3). */
export const commentAge = (createdAt: string | undefined, now: number): string =>
  createdAt ? relativeTime(createdAt, now) : COMMENT_TEXTS.recently;
