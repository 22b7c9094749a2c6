import { daysUntil } from '../../../api/contract/training-day.ts';
import { formatMoment, formatTime } from '../../dates/format-date.ts';
import type { ClockTime } from '../../dates/training-moment.ts';
import { TEXTS } from './texts.ts';

/**
 * Says when a session was trained, for its form.
 * @param time must be valid
 * @param today YYYY-MM-DD
 */
export function trainedWords(time: ClockTime, today: string): string {
  // A clock time has no zone. Read and formatted in UTC, it stays the same.
  const moment = `${time}Z`;
  const daysAgo = daysUntil(today, time.slice(0, 10));
  if (daysAgo === 0) return TEXTS.trainedToday(formatTime(moment, 'UTC'));
  if (daysAgo === 1) return TEXTS.trainedYesterday(formatTime(moment, 'UTC'));
  return TEXTS.trained(formatMoment(moment, 'UTC'));
}
