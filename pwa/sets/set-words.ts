import type { TrainingSet } from '../../api/contract/entities/set.ts';
import { searchText } from '../../api/contract/search-text.ts';
import type { SetCard } from '../../sync/queries/sets.ts';
import { SET_TEXTS as TEXTS } from './texts.ts';

type Named = 'distanceM' | 'durationS' | 'count' | 'countWord' | 'distraction' | 'hitMeans' | 'step';

/** The criterion of a set, such as '30 m, straight to the marker'; '' if it has none. Fields left out count as empty. */
export function criterionWords(criterion: Partial<Pick<TrainingSet, Named>>): string {
  const { distanceM = null, durationS = null, count = null, countWord, distraction = null, hitMeans, step } = criterion;
  const parts = [
    step,
    distanceM !== null && TEXTS.metres(distanceM),
    durationS !== null && TEXTS.seconds(durationS),
    count !== null && `${count} ${countWord ?? ''}`.trim(),
    distraction !== null && TEXTS.distraction(distraction),
    hitMeans,
  ];
  return parts.filter(Boolean).join(', ');
}

/** '4/5', or '' without reps. */
export const resultWords = ({ hits, reps }: Pick<SetCard, 'hits' | 'reps'>): string => (reps.length > 0 ? `${hits}/${reps.length}` : '');

/** What is measured, without the texts: '30 m, distraction: low'. */
export const measuresOf = ({ distanceM, durationS, count, countWord, distraction }: TrainingSet): string =>
  criterionWords({ distanceM, durationS, count, countWord, distraction });

/** 'Send-away, 30 m', or '30 m' below a title that names the exercise. */
export function setName(set: TrainingSet, title: string): string {
  const measures = measuresOf(set);
  if (measures && searchText(set.exercise) === searchText(title)) return measures;
  return [set.exercise, measures].filter(Boolean).join(', ');
}
