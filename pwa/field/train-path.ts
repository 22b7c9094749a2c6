import { SetPatch, type TrainingSet } from '../../api/contract/entities/set.ts';
import { FIELD_PATH } from './field-path.ts';

/** The measures of a criterion that a link to field mode can name. */
export type Measures = Partial<Pick<TrainingSet, 'distanceM' | 'durationS' | 'count' | 'distraction'>>;

/** Field mode for a new session that continues with an earlier set's dog and criterion, with these measures in place of its own. */
export function trainPath(setId: string, measures: Measures = {}): string {
  const params = new URLSearchParams({ like: setId });
  for (const [name, value] of Object.entries(measures)) if (value !== null) params.set(name, String(value));
  return `${FIELD_PATH}?${params.toString()}`;
}

/** The measures that `trainPath` wrote. Leaves out what no set can have. */
export function measuresIn(params: URLSearchParams): Measures {
  const read = (name: keyof Measures) => {
    const text = params.get(name);
    if (!text) return {};
    const value = name === 'distraction' ? text : Number(text);
    return SetPatch.safeParse({ [name]: value }).success ? { [name]: value } : {};
  };
  return { ...read('distanceM'), ...read('durationS'), ...read('count'), ...read('distraction') };
}
