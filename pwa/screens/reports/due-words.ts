import { formatTime, formatWeekday } from '../../dates/format-date.ts';
import { deviceDay, deviceZone } from '../../dates/training-moment.ts';
import { TEXTS } from './texts.ts';

/** When a report is due, in words, and whether that is today or over. @param now milliseconds */
export function dueWords(dueAt: string, now: number): { words: string; isSoon: boolean } {
  const at = Date.parse(dueAt);
  if (at <= now) return { words: TEXTS.overdue(formatWeekday(deviceDay(at))), isSoon: true };
  if (deviceDay(at) === deviceDay(now)) return { words: TEXTS.dueToday(formatTime(dueAt, deviceZone())), isSoon: true };
  return { words: TEXTS.due(formatWeekday(deviceDay(at))), isSoon: false };
}
