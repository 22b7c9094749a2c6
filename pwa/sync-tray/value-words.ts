import type { Store } from '../../sync/store.ts';
import { formatMoment } from '../dates/format-date.ts';
import { deviceZone } from '../dates/training-moment.ts';
import { TEXTS } from './texts.ts';

/** A value of a row as a person reads it: a dog by its name, a moment as a date, a list with commas. */
export async function valueWords(store: Store, field: string, value: unknown): Promise<string> {
  if (Array.isArray(value)) return value.join(', ') || TEXTS.emptyValue;
  if (typeof value !== 'string' || value === '') return TEXTS.emptyValue;
  if (field === 'dogId') return (await store.view('dogs').get(value))?.name ?? TEXTS.goneDog;
  // One value that is no date must not take the whole list of conflicts.
  if (field === 'trainedAt' && !Number.isNaN(Date.parse(value))) return formatMoment(value, deviceZone());
  return value;
}
