import type { TrainingSet } from './entities/set.ts';
import type { RepKind } from './reps.ts';
import { searchText } from './search-text.ts';

type Named = 'distanceM' | 'durationS' | 'count' | 'countWord' | 'distraction' | 'hitMeans' | 'step';
export type Measured = Pick<TrainingSet, 'distanceM' | 'durationS' | 'count' | 'countWord' | 'distraction'>;

/** The criterion of a set, such as '30 m, straight to the marker'; '' if it has none. Fields left out count as empty. */
export function criterionWords(criterion: Partial<Pick<TrainingSet, Named>>): string {
  const { distanceM = null, durationS = null, count = null, countWord, distraction = null, hitMeans, step } = criterion;
  const parts = [
    step,
    distanceM !== null && `${distanceM} m`,
    durationS !== null && `${durationS} s`,
    count !== null && `${count} ${countWord ?? ''}`.trim(),
    distraction !== null && `${distraction === 'none' ? 'no' : distraction} distraction`,
    hitMeans,
  ];
  return parts.filter(Boolean).join(', ');
}

/** '4/5', or '' without reps. */
export const resultWords = ({ hits, reps }: { hits: number; reps: readonly unknown[] }): string =>
  reps.length > 0 ? `${hits}/${reps.length}` : '';

/**
 * How a screen reader says the reps: '2 of 3: hit, miss, hit', or '4 of 5, typed'.
 * @param typed how many of them, the last ones, were typed and so have no order
 */
export function repsInWords(hits: number, kinds: readonly RepKind[], typed: number): string {
  const all = `${hits} of ${kinds.length}`;
  if (kinds.length === 0) return all;
  const inOrder = kinds.slice(0, kinds.length - typed);
  if (inOrder.length === 0) return `${all}, typed`;
  return `${all}: ${[...inOrder, ...(typed > 0 ? [`${typed} typed`] : [])].join(', ')}`;
}

/** What is measured, without the texts: '30 m, low distraction'. */
export const measuresOf = ({ distanceM, durationS, count, countWord, distraction }: Measured): string =>
  criterionWords({ distanceM, durationS, count, countWord, distraction });

/** 'Send-away, 30 m', or '30 m' below a title that names the exercise. */
export function setName(set: Measured & Pick<TrainingSet, 'exercise'>, title: string): string {
  const measures = measuresOf(set);
  if (measures && searchText(set.exercise) === searchText(title)) return measures;
  return [set.exercise, measures].filter(Boolean).join(', ');
}
