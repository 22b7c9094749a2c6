import { zoneTime } from './zone-clock.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** False for values that the first version stored in browsers with another date format. */
export const isTrainingDay = (day: string | undefined): day is string => day !== undefined && DAY.test(day);

/**
 * The calendar day of a session, YYYY-MM-DD, at the place of training (R42).
 * @param trainedAt ISO time
 * @param zone IANA time zone
 */
export function trainingDay(trainedAt: string, zone: string): string {
  const { year, month, day } = zoneTime(Date.parse(trainedAt), zone);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

const DAY_MS = 86_400_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The day after so many days; before, if they are negative. Both are YYYY-MM-DD. */
export const daysAfter = (day: string, days: number): string => dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);

/** Whole days from one day to another; negative if it is past. Both are YYYY-MM-DD. */
export const daysUntil = (day: string, from: string): number => (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS;

/** The Monday of a day's week (ISO 8601). Both are YYYY-MM-DD. */
export function mondayOf(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return dayOf(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS);
}

/** The Mondays of so many weeks, oldest first, up to the week of this day. All are YYYY-MM-DD. */
export const mondaysUpTo = (day: string, weeks: number): string[] =>
  Array.from({ length: weeks }, (_, place) => weeksBefore(mondayOf(day), weeks - 1 - place));

/** The same day of an earlier week. Both are YYYY-MM-DD. */
export const weeksBefore = (day: string, weeks: number): string => daysAfter(day, -7 * weeks);
