import { TEXTS } from './texts.ts';

/** 'about 2 min left', rounded as people say it. */
export function timeLeftWords(seconds: number): string {
  if (seconds < 60) return TEXTS.left(TEXTS.seconds(Math.max(5, Math.ceil(seconds / 5) * 5)));
  if (seconds < 3600) return TEXTS.left(TEXTS.minutes(Math.round(seconds / 60)));
  return TEXTS.left(TEXTS.hours(Math.round(seconds / 3600)));
}
