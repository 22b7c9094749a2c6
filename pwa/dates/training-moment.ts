import { zoneTime } from '../../api/contract/zone-clock.ts';

/** 'YYYY-MM-DDTHH:mm', the value of a datetime-local input: a clock time without a zone. */
export type ClockTime = string;

/** This device's time zone, the default for a session. */
export const deviceZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Today in this device's time zone, YYYY-MM-DD. Avoids Intl, because its first format costs a phone 100 ms at startup. */
export function deviceDay(now: number): string {
  const at = new Date(now);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** The clock time in `zone` at that moment. */
export function clockTimeAt(moment: string, zone: string): ClockTime {
  const at = Date.parse(moment);
  return new Date(at + zoneOffset(at, zone)).toISOString().slice(0, 16);
}

/**
 * The moment at which the clock in `zone` showed that time. A time skipped by a clock change maps to the moment it
 * would have been; a time that occurred twice maps to one of the two.
 * @returns an ISO moment, or null if `time` is invalid
 */
export function momentAt(time: ClockTime, zone: string): string | null {
  const asIfUtc = Date.parse(`${time}Z`);
  if (Number.isNaN(asIfUtc)) return null;
  const near = asIfUtc - zoneOffset(asIfUtc, zone);
  return new Date(asIfUtc - zoneOffset(near, zone)).toISOString();
}

/** Offset of `zone` from UTC at that moment, in milliseconds. */
function zoneOffset(at: number, zone: string): number {
  const { year, month, day, hour, minute, second } = zoneTime(at, zone);
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return shown - Math.floor(at / 1000) * 1000;
}
