import { trainingDay } from '../../api/contract/training-day.ts';
import { formatMoment, formatTime } from './format-date.ts';
import { deviceZone } from './training-moment.ts';

/** A moment in milliseconds as people say it here: only the time if it was today. */
export function momentWords(at: number, now: number): string {
  const zone = deviceZone();
  const [moment, today] = [new Date(at).toISOString(), new Date(now).toISOString()];
  return trainingDay(moment, zone) === trainingDay(today, zone) ? formatTime(moment, zone) : formatMoment(moment, zone);
}
