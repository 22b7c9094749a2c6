import { searchText } from '../../api/contract/search-text.ts';
import type { DayNames } from '../../sync/queries/session-search.ts';

const MONTHS = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1)));
/** Seven days from a Sunday on. */
const WEEKDAYS = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2026, 1, 1 + day)));
/** The app's words are English, but its dates follow the device's locale. */
const LOCALES = [undefined, 'en'];

let names: DayNames | undefined;

/** Names by which log search finds months and weekdays: as this device shows them, and in English. */
export function dayNames(): DayNames {
  names ??= { months: spellings(MONTHS, { month: 'long' }), weekdays: spellings(WEEKDAYS, { weekday: 'long' }) };
  return names;
}

function spellings(dates: readonly Date[], options: Intl.DateTimeFormatOptions): string[][] {
  const formats = LOCALES.map((locale) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }));
  return dates.map((date) => formats.map((format) => searchText(format.format(date))));
}
