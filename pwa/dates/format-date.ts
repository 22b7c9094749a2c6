/** Formatters in the reader's locale, kept because creating one is slow. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(undefined, options);
    formats.set(key, format);
  }
  return format;
}

/** '14:22' or '2:22 PM', depending on the locale. */
export const formatTime = (moment: string, zone: string) =>
  formatter({ timeZone: zone, hour: 'numeric', minute: '2-digit' }).format(new Date(moment));

/** '21 Nov 2026, 14:22' */
export const formatMoment = (moment: string, zone: string) =>
  formatter({ timeZone: zone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date(moment));

/** '14 March 2023' from a date without a zone, YYYY-MM-DD. */
export const formatDate = (date: string) => formatter({ timeZone: 'UTC', dateStyle: 'long' }).format(new Date(`${date}T00:00:00Z`));

/** '21 Nov' from a date without a zone. */
export const formatShortDay = (date: string) =>
  formatter({ timeZone: 'UTC', day: 'numeric', month: 'short' }).format(new Date(`${date}T00:00:00Z`));

/** 'Sat 21 Nov' from a date without a zone. */
export const formatWeekday = (date: string) =>
  formatter({ timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(`${date}T00:00:00Z`));

/** The day of a moment in this device's time zone: '21/11/2026' or '11/21/2026', depending on the locale. */
export const formatShortDate = (moment: string) =>
  formatter({ year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(moment));

/** 'November 2026'. @param month YYYY-MM */
export const formatMonth = (month: string) =>
  formatter({ timeZone: 'UTC', month: 'long', year: 'numeric' }).format(new Date(`${month}-01T00:00:00Z`));

/** 'Saturday 21 November 2026' */
export const formatFullDay = (date: string) => formatter({ timeZone: 'UTC', dateStyle: 'full' }).format(new Date(`${date}T00:00:00Z`));

/** Whether times in this locale say AM or PM, which makes them longer. */
export const hasDayPeriods = () => formatter({ hour: 'numeric' }).resolvedOptions().hour12 === true;

/**
 * The text beside the day's number: 'Saturday · October', or 'Saturday · October 2025' in another year.
 * @param today YYYY-MM-DD
 */
export function formatDayName(date: string, today: string): string {
  const at = new Date(`${date}T00:00:00Z`);
  const weekday = formatter({ timeZone: 'UTC', weekday: 'long' }).format(at);
  const sameYear = date.slice(0, 4) === today.slice(0, 4);
  const month = formatter({ timeZone: 'UTC', month: 'long', ...(!sameYear && { year: 'numeric' }) }).format(at);
  return `${weekday} · ${month}`;
}

/** '1:12', from seconds. */
export function formatLength(seconds: number): string {
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, '0');
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

const UNITS = ['B', 'KB', 'MB', 'GB'] as const;

/** '312 MB'; in powers of 1000, as phones and cameras show sizes. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = value < 10 && unit > 0 ? 1 : 0;
  return `${formatNumber(value, digits)} ${UNITS[unit]}`;
}

const formatNumber = (value: number, digits: number) => value.toLocaleString(undefined, { maximumFractionDigits: digits });
