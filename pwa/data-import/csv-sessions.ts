import * as z from 'zod/mini';
import { VideoCreate } from '../../api/contract/entities/video.ts';
import { TITLE_MAX } from '../../api/contract/limits.ts';
import { type ImportPlan, planLines } from '../../sync/import/plan-import.ts';
import type { Fault, Line } from '../../sync/import/read-lines.ts';
import { idFrom } from '../../sync/import/rename-rows.ts';
import type { Store } from '../../sync/store/store.ts';
import { momentAt } from '../dates/training-moment.ts';

export interface Csv {
  name: string;
  /** Its first row. */
  header: readonly string[];
  /** The others. */
  rows: readonly (readonly string[])[];
  /** Rows with quotes that do not match, by their place among the rows. */
  broken: ReadonlySet<number>;
}

/** How dates such as 3/4/2026 are written. */
export type DateOrder = 'day' | 'month';

/** The places of columns; null if there is none. */
export interface CsvColumns {
  date: number | null;
  title: number | null;
  dog: number | null;
  notes: number | null;
}

export interface CsvMapping extends CsvColumns {
  order: DateOrder;
}

/** Without a time of day, a session was at noon: its day is then the same in most zones. */
const NOON = '12:00';
/** '69' is 2069, '70' is 1970. */
const LAST_YEAR_OF_2000S = 69;

const NAMES: { readonly [C in keyof CsvColumns]: RegExp } = {
  date: /\b(?:date|datum)\b|^(?:day|tag|when)\b/i,
  title: /^(?:title|session|training|exercise|titel|übung)/i,
  dog: /^(?:dog|hund)\b/i,
  notes: /^(?:notes?|description|comments?|notiz|bemerkung)/i,
};

/** A first guess from the names of columns and the dates in them. */
export function guessMapping(csv: Csv): CsvMapping {
  const taken = new Set<number>();
  const placeOf = (pattern: RegExp) => {
    const place = csv.header.findIndex((name, at) => !taken.has(at) && pattern.test(name.trim()));
    if (place === -1) return null;
    taken.add(place);
    return place;
  };
  const date = placeOf(NAMES.date);
  return { date, title: placeOf(NAMES.title), dog: placeOf(NAMES.dog), notes: placeOf(NAMES.notes), order: guessOrder(csv, date) };
}

/** A mapping with another column. Dates of another column may be written in another order. */
export const withColumn = (csv: Csv, mapping: CsvMapping, column: keyof CsvColumns, place: number | null): CsvMapping => ({
  ...mapping,
  [column]: place,
  ...(column === 'date' && { order: guessOrder(csv, place) }),
});

/** A number above 12 is no month. If there is none, the order is that of this browser's language. */
function guessOrder({ rows }: Csv, date: number | null): DateOrder {
  const found =
    date === null ? [] : rows.flatMap((row) => [/^\s*(\d{1,2})\D+(\d{1,2})\D/.exec(row[date] ?? '')].filter((each) => each !== null));
  if (found.some(([, , second]) => Number(second) > 12)) return 'month';
  if (found.some(([, first]) => Number(first) > 12)) return 'day';
  return new Intl.DateTimeFormat().resolvedOptions().locale === 'en-US' ? 'month' : 'day';
}

/** A session of a row, before it has an id. */
export interface CsvSession {
  title: string;
  description: string;
  /** As the row names it; empty without one. */
  dog: string;
  dogId: string | null;
  trainedAt: string;
}

export interface CsvOptions {
  mapping: CsvMapping;
  /** Ids of dogs by `dogKey` of their names. */
  dogs: ReadonlyMap<string, string>;
  /** IANA zone of the dates. */
  zone: string;
}

/** How names of dogs are compared. */
export const dogKey = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/** The session that a row names, or what is wrong with it. Nothing of its dog, title and notes is lost. */
export function sessionOf(row: readonly string[], { mapping, dogs, zone }: CsvOptions): CsvSession | string {
  const cell = (place: number | null) => (place === null ? '' : (row[place] ?? '').trim());
  const trainedAt = momentOf(cell(mapping.date), mapping.order, zone);
  if (!trainedAt) return 'Please enter a date';
  const dog = cell(mapping.dog);
  const dogId = dogs.get(dogKey(dog)) ?? null;
  const [title, notes] = [cell(mapping.title), cell(mapping.notes)];
  const shown = title || (notes.split(/\r?\n/)[0] ?? '');
  const described = [title.length > TITLE_MAX && title, notes, dog && !dogId && `Dog: ${dog}`];
  return { title: cut(shown), description: described.filter(Boolean).join('\n\n'), dog, dogId, trainedAt };
}

/** To the longest title, between code points. */
function cut(text: string): string {
  let short = '';
  for (const letter of text) {
    if (short.length + letter.length > TITLE_MAX) break;
    short += letter;
  }
  return short;
}

/** An ISO moment; null if the text begins with no date. */
function momentOf(text: string, order: DateOrder, zone: string): string | null {
  if (/^\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) {
    const at = Date.parse(text.replace(' ', 'T'));
    return Number.isNaN(at) ? null : new Date(at).toISOString();
  }
  const time = clockTimeOf(text, order);
  return time && momentAt(time, zone);
}

/** 'YYYY-MM-DDTHH:mm'; null if the text begins with no date. */
function clockTimeOf(text: string, order: DateOrder): string | null {
  const found = /^(\d{1,4})[^\d\s]\s?(\d{1,2})[^\d\s]\s?(\d{1,4})(?!\d)(.*)$/s.exec(text);
  if (!found) return null;
  const [, first = '', second = '', third = '', rest = ''] = found;
  const [year, month, day] =
    first.length === 4 ? [first, second, third] : order === 'day' ? [third, second, first] : [third, first, second];
  const whole = [
    year.length === 2 ? `${Number(year) > LAST_YEAR_OF_2000S ? 19 : 20}${year}` : year,
    month.padStart(2, '0'),
    day.padStart(2, '0'),
  ].join('-');
  const isDay = /^\d{4}-\d\d-\d\d$/.test(whole) && new Date(`${whole}T00:00:00Z`).toJSON()?.slice(0, 10) === whole;
  return isDay ? `${whole}T${timeOf(rest)}` : null;
}

function timeOf(text: string): string {
  const found = /(\d{1,2})(?:[:.h](\d{2}))?(?:[:.]\d{2})?\s*(?:([ap])\.?m\b)?/i.exec(text);
  const [, hours = '', minutes, half] = found ?? [];
  if (hours === '' || (!minutes && !half)) return NOON;
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours);
  return hour > 23 || Number(minutes ?? 0) > 59 ? NOON : `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`;
}

/** A quote that does not end takes the lines that follow into its row. */
function brokenWords(row: readonly string[]): string {
  const lines = row.join('').split('\n').length;
  return lines === 1 ? 'The quotes of this row do not match' : `The quotes of this row do not match, so it holds ${lines} lines`;
}

/** What the sessions of a file would add. The same row, read in the same way, is the same session each time. */
export async function planCsv(store: Store, csv: Csv, options: CsvOptions): Promise<ImportPlan> {
  const faults: Fault[] = [];
  const sessions: Line<'videos'>[] = [];
  const seen = new Map<string, number>();
  for (const [place, row] of csv.rows.entries()) {
    if (row.every((cell) => cell.trim() === '')) continue;
    const session = csv.broken.has(place) ? brokenWords(row) : sessionOf(row, options);
    const parsed = typeof session === 'string' ? session : parse(session, options.zone);
    if (typeof parsed === 'string') {
      // The header is the first line.
      faults.push({ file: csv.name, line: place + 2, message: parsed });
      continue;
    }
    // Ids are derived from lower-case ASCII.
    const said = encodeURIComponent(JSON.stringify([parsed.trainedAt, row])).toLowerCase();
    // Two sessions of a day may have the same words.
    const times = (seen.get(said) ?? 0) + 1;
    seen.set(said, times);
    sessions.push({ ...parsed, videoUrl: null, thumbnailUrl: null, id: idFrom(store.userId, `${times} ${said}`) });
  }
  return planLines(store, { videos: sessions }, faults);
}

function parse({ dog: _dog, ...session }: CsvSession, trainedZone: string): VideoCreate | string {
  const parsed = z.safeParse(VideoCreate, { ...session, trainedZone });
  return parsed.success ? parsed.data : (parsed.error.issues[0]?.message ?? '');
}
