import { trainingDay } from '../../api/contract/training-day.ts';
import { formatMoment, formatTime } from './format-date.ts';
import { deviceZone } from './training-moment.ts';

/** A moment in this device's time zone, without the date if it was today. Both parameters are in milliseconds. */
export function momentWords(at: number, now: number): string {
  const zone = deviceZone();
  const [moment, today] = [new Date(at).toISOString(), new Date(now).toISOString()];
  return trainingDay(moment, zone) === trainingDay(today, zone) ? formatTime(moment, zone) : formatMoment(moment, zone);
}
