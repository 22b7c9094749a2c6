/** Calendar and clock of a zone at one moment. */
export interface ZoneTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter costs a phone ten milliseconds, using it microseconds. */
function clockIn(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    clocks.set(zone, clock);
  }
  return clock;
}

/**
 * Reads a zone's clock from typed format parts. Never parse the formatted text: its order and separators differ between
 * engines (docs/decisions/0067).
 * @param zone IANA time zone
 * @throws RangeError for an invalid moment or an unknown zone
 */
export function zoneTime(at: Date | number, zone: string): ZoneTime {
  const time: ZoneTime = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of clockIn(zone).formatToParts(at)) {
    if (type in time) time[type as keyof ZoneTime] = Number(value);
  }
  return time;
}
