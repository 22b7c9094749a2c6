import type { TrainingSet } from '../../api/contract/entities/set.ts';

/** The measures of a criterion that a link to field mode can name. */
export type Measures = Partial<Pick<TrainingSet, 'distanceM' | 'durationS' | 'count' | 'distraction'>>;

/** Parameters that name an earlier set, with these measures in place of its own. */
export const likeParams = (setId: string, measures: Measures): Record<string, string> => ({
  like: setId,
  ...Object.fromEntries(Object.entries(measures).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))),
});
