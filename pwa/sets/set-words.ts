import type { TrainingSet } from '../../api/contract/entities/set.ts';
import type { SetCard } from '../../sync/queries/sets.ts';
import { SET_TEXTS as TEXTS } from './texts.ts';

/** The criterion of a set, such as '30 m, straight to the marker'; '' if it has none. */
export function criterionWords({ distanceM, durationS, count, countWord, distraction, hitMeans, step }: TrainingSet): string {
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
