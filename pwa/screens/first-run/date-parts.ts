/** A date as it is typed, each part as text. */
export interface DateParts {
  day: string;
  month: string;
  year: string;
}

/** YYYY-MM-DD once all parts are typed. Before that, the typed parts in this order, or '' if there are none. */
export function dateText({ day, month, year }: DateParts): string {
  const typed = [year, month, day].map((part) => part.trim());
  if (typed.every((part) => part === '')) return '';
  if (typed.includes('')) return typed.join('-');
  return [year.trim(), month.trim().padStart(2, '0'), day.trim().padStart(2, '0')].join('-');
}

/** The inverse of `dateText`, for a draft. */
export function datePartsOf(text: string): DateParts {
  const [year = '', month = '', day = ''] = text.split('-');
  return { year, month: withoutZero(month), day: withoutZero(day) };
}

const withoutZero = (part: string) => part.replace(/^0(?=\d)/, '');
