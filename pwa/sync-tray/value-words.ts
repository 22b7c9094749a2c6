import type { Store } from '../../sync/store/store.ts';
import { formatMoment } from '../dates/format-date.ts';
import { deviceZone } from '../dates/training-moment.ts';
import { TEXTS } from './texts.ts';

/** A field's value as text: a dog by its name, a moment as a date, a list joined by commas. */
export async function valueWords(store: Store, field: string, value: unknown): Promise<string> {
  if (Array.isArray(value)) return value.join(', ') || TEXTS.emptyValue;
  if (typeof value !== 'string' || value === '') return TEXTS.emptyValue;
  if (field === 'dogId') return (await store.view('dogs').get(value))?.name ?? TEXTS.goneDog;
  // An invalid date must not break the whole list of conflicts.
  if (field === 'trainedAt' && !Number.isNaN(Date.parse(value))) return formatMoment(value, deviceZone());
  return value;
}
