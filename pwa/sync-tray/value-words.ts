import type { PlannedExercise } from '../../api/contract/entities/plan.ts';
import { criterionWords } from '../../api/contract/set-words.ts';
import type { Store } from '../../sync/store/store.ts';
import { formatDate, formatMoment } from '../dates/format-date.ts';
import { deviceZone } from '../dates/training-moment.ts';
import { numberOf } from '../forms/number-of.ts';
import { TEXTS } from './texts.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A field's value as text: a dog by its name, a moment or day as a date, a list joined by commas. */
export async function valueWords(store: Store, field: string, value: unknown): Promise<string> {
  if (Array.isArray(value)) return value.map(elementWords).join(', ') || TEXTS.emptyValue;
  if (typeof value === 'number') return value.toLocaleString('en-GB');
  if (typeof value === 'boolean') return value ? TEXTS.yes : TEXTS.no;
  if (typeof value !== 'string' || value === '') return TEXTS.emptyValue;
  if (field === 'dogId') return (await store.view('dogs').get(value))?.name ?? TEXTS.goneDog;
  // An invalid date must not break the whole list of conflicts.
  if (field === 'trainedAt' && !Number.isNaN(Date.parse(value))) return formatMoment(value, deviceZone());
  if (DAY.test(value) && !Number.isNaN(Date.parse(value))) return formatDate(value);
  return value;
}

/** A planned exercise in the inputs of its form. */
type Typed = Record<
  'exercise' | 'step' | 'distance' | 'durationS' | 'count' | 'countWord' | 'distraction' | 'hitMeans' | 'repsAsked',
  string
>;

/** An element of a list: a text, or a planned exercise as a plan or the draft of one holds it. */
export function elementWords(element: unknown): string {
  if (typeof element !== 'object' || element === null || !('exercise' in element)) return String(element);
  if ('distance' in element) return plannedWords(asPlanned(element as Typed));
  return plannedWords(element as PlannedExercise);
}

type Worded = Omit<PlannedExercise, 'id' | 'cueId' | 'repsAsked'> & { repsAsked?: number | null };

const plannedWords = ({ exercise, repsAsked = null, ...criterion }: Worded): string =>
  [exercise, criterionWords(criterion), repsAsked !== null && TEXTS.repsAsked(repsAsked)].filter(Boolean).join(', ');

const asPlanned = ({ distance, durationS, count, repsAsked, ...words }: Typed) => ({
  ...words,
  distanceM: numberOf(distance),
  durationS: numberOf(durationS),
  count: numberOf(count),
  distraction: (words.distraction || null) as PlannedExercise['distraction'],
  repsAsked: numberOf(repsAsked),
});
