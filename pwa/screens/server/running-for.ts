import { TEXTS } from './texts.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long a server has run, as a figure and its unit: '19', 'days'. Clocks of a phone and a server may differ. */
export function runningFor(milliseconds: number): readonly [figure: string, unit: string] {
  if (milliseconds >= 2 * DAY_MS) return TEXTS.days(Math.floor(milliseconds / DAY_MS));
  if (milliseconds >= 2 * HOUR_MS) return TEXTS.hours(Math.floor(milliseconds / HOUR_MS));
  return TEXTS.minutes(Math.max(0, Math.floor(milliseconds / MINUTE_MS)));
}
