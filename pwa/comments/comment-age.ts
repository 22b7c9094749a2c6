import { relativeTime } from '../dates/relative-time.ts';
import { COMMENT_TEXTS } from './texts.ts';

/** 'x minutes ago', or 'Recently' if the time is unknown (R84). */
export const commentAge = (createdAt: string | undefined, now: number): string =>
  createdAt ? relativeTime(createdAt, now) : COMMENT_TEXTS.recently;
