import { formatMoment, formatTime } from '../../dates/format-date.ts';
import type { ClockTime } from '../../dates/training-moment.ts';
import { TEXTS } from './texts.ts';

const DAY_MS = 86_400_000;

/**
 * Says when a session was trained, for its form.
 * @param time must be valid
 * @param today YYYY-MM-DD
 */
export function trainedWords(time: ClockTime, today: string): string {
  // A clock time has no zone. Read and formatted in UTC, it stays the same.
  const moment = `${time}Z`;
  const daysAgo = (Date.parse(today) - Date.parse(time.slice(0, 10))) / DAY_MS;
  if (daysAgo === 0) return TEXTS.trainedToday(formatTime(moment, 'UTC'));
  if (daysAgo === 1) return TEXTS.trainedYesterday(formatTime(moment, 'UTC'));
  return TEXTS.trained(formatMoment(moment, 'UTC'));
}
