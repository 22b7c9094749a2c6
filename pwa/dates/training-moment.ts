import { zoneTime } from '../../api/contract/zone-clock.ts';

/** 'YYYY-MM-DDTHH:mm', what an input of type datetime-local holds: a time on a clock, without its zone. */
export type ClockTime = string;

/** The zone of this device, where training happens unless told otherwise. */
export const deviceZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The day on this device's calendar, YYYY-MM-DD. By hand: the first date formatted costs a phone a tenth of a second at start. */
export function deviceDay(now: number): string {
  const at = new Date(now);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** What the clock showed in `zone` at that moment. */
export function clockTimeAt(moment: string, zone: string): ClockTime {
  const at = Date.parse(moment);
  return new Date(at + zoneOffset(at, zone)).toISOString().slice(0, 16);
}

/**
 * The moment at which the clock in `zone` showed that time. Where the clock was put forward and the time never was,
 * the moment it would have been; where it was put back and the time was twice, one of the two.
 * @returns an ISO moment, or null when it is no time
 */
export function momentAt(time: ClockTime, zone: string): string | null {
  const asIfUtc = Date.parse(`${time}Z`);
  if (Number.isNaN(asIfUtc)) return null;
  const near = asIfUtc - zoneOffset(asIfUtc, zone);
  return new Date(asIfUtc - zoneOffset(near, zone)).toISOString();
}

/** Milliseconds that the clock of `zone` is ahead of UTC at that moment. */
function zoneOffset(at: number, zone: string): number {
  const { year, month, day, hour, minute, second } = zoneTime(at, zone);
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  return shown - Math.floor(at / 1000) * 1000;
}
