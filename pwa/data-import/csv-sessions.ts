import * as z from 'zod/mini';
import { VideoCreate } from '../../api/contract/entities/video.ts';
import { TITLE_MAX } from '../../api/contract/limits.ts';
import { type ImportPlan, planLines } from '../../sync/import/plan-import.ts';
import type { Fault, Line } from '../../sync/import/read-lines.ts';
import { idFrom } from '../../sync/import/rename-rows.ts';
import type { Store } from '../../sync/store/store.ts';
import { momentAt } from '../dates/training-moment.ts';
import { dogKey } from './dog-key.ts';

export interface Csv {
  name: string;
  /** Its first row. */
  header: readonly string[];
  /** The others, with as many cells as the header. */
  rows: readonly (readonly string[])[];
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

const NAMES: { readonly [C in keyof CsvColumns]: RegExp } = {
  date: /^(?:date|day|datum|tag|when)\b/i,
  title: /^(?:title|session|training|exercise|titel|übung)/i,
  dog: /^(?:dog|hund)\b/i,
  notes: /^(?:notes?|description|comments?|notiz|bemerkung)/i,
};

/** A first guess from the names of columns and the dates in them. */
export function guessMapping({ header, rows }: Csv): CsvMapping {
  const placeOf = (pattern: RegExp) => {
    const place = header.findIndex((name) => pattern.test(name.trim()));
    return place === -1 ? null : place;
  };
  const date = placeOf(NAMES.date);
  const dates = date === null ? [] : rows.map((row) => row[date] ?? '');
  // A number above 12 is no month.
  const isMonthFirst = dates.some((text) => Number(/^\s*\d{1,2}\D(\d{1,2})\D/.exec(text)?.[1] ?? 0) > 12);
  return { date, title: placeOf(NAMES.title), dog: placeOf(NAMES.dog), notes: placeOf(NAMES.notes), order: isMonthFirst ? 'month' : 'day' };
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

/** The session that a row names, or what is wrong with it. Nothing of its dog, title and notes is lost. */
export function sessionOf(row: readonly string[], { mapping, dogs, zone }: CsvOptions): CsvSession | string {
  const cell = (place: number | null) => (place === null ? '' : (row[place] ?? '').trim());
  const time = clockTimeOf(cell(mapping.date), mapping.order);
  const trainedAt = time && momentAt(time, zone);
  if (!trainedAt) return 'Please enter a date';
  const dog = cell(mapping.dog);
  const dogId = dogs.get(dogKey(dog)) ?? null;
  const [title, notes] = [cell(mapping.title), cell(mapping.notes)];
  const shown = title || (notes.split('\n')[0] ?? '');
  const described = [title.length > TITLE_MAX && title, notes, dog && !dogId && `Dog: ${dog}`];
  return { title: shown.slice(0, TITLE_MAX), description: described.filter(Boolean).join('\n\n'), dog, dogId, trainedAt };
}

/** 'YYYY-MM-DDTHH:mm'; null if the text begins with no date. */
function clockTimeOf(text: string, order: DateOrder): string | null {
  const found = /^(\d{1,4})[^\d\s]\s?(\d{1,2})[^\d\s]\s?(\d{1,4})(?!\d)(.*)$/s.exec(text);
  if (!found) return null;
  const [, first = '', second = '', third = '', rest = ''] = found;
  const [year, month, day] =
    first.length === 4 ? [first, second, third] : order === 'day' ? [third, second, first] : [third, first, second];
  const whole = [year.length === 2 ? `20${year}` : year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
  const isDay = /^\d{4}-\d\d-\d\d$/.test(whole) && new Date(`${whole}T00:00:00Z`).toJSON()?.slice(0, 10) === whole;
  return isDay ? `${whole}T${timeOf(rest)}` : null;
}

function timeOf(text: string): string {
  const found = /(\d{1,2})[:.](\d{2})(?:[:.]\d{2})?\s*([ap]m)?/i.exec(text);
  if (!found) return NOON;
  const [, hours = '', minutes = '', half] = found;
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hours);
  return hour > 23 || Number(minutes) > 59 ? NOON : `${String(hour).padStart(2, '0')}:${minutes}`;
}

/** What the sessions of a file would add. The same row is the same session each time. */
export async function planCsv(store: Store, csv: Csv, options: CsvOptions): Promise<ImportPlan> {
  const faults: Fault[] = [];
  const sessions: Line<'videos'>[] = [];
  const seen = new Map<string, number>();
  for (const [place, row] of csv.rows.entries()) {
    if (row.every((cell) => cell.trim() === '')) continue;
    const session = sessionOf(row, options);
    const parsed = typeof session === 'string' ? session : parse(session, options.zone);
    if (typeof parsed === 'string') {
      // The header is the first line.
      faults.push({ file: csv.name, line: place + 2, message: parsed });
      continue;
    }
    const { mapping } = options;
    const words = [mapping.date, mapping.title, mapping.dog, mapping.notes].map((at) => (at === null ? '' : row[at]));
    // Ids are derived from lower-case ASCII.
    const said = encodeURIComponent(JSON.stringify(words)).toLowerCase();
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
