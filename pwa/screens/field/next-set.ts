import { DISTRACTIONS, type TrainingSet } from '../../../api/contract/entities/set.ts';
import { DURATION_MAX_SECONDS, SET_COUNT_MAX, SET_DISTANCE_MAX } from '../../../api/contract/limits.ts';

export type Advice = 'push' | 'stick' | 'drop';

/** The rule of five: 5 or 4 hits of five push, 3 stick, fewer drop; other numbers of reps by the same shares (R347). */
export function adviceOf({ hits, reps }: { hits: number; reps: number }): Advice {
  const share = hits / reps;
  if (share >= 0.8) return 'push';
  return share >= 0.6 ? 'stick' : 'drop';
}

export type Criterion = Pick<
  TrainingSet,
  'cueId' | 'exercise' | 'step' | 'distanceM' | 'durationS' | 'count' | 'countWord' | 'distraction' | 'hitMeans' | 'repsAsked'
>;

export const criterionOf = (set: Criterion): Criterion => {
  const { cueId, exercise, step, distanceM, durationS, count, countWord, distraction, hitMeans, repsAsked } = set;
  return { cueId, exercise, step, distanceM, durationS, count, countWord, distraction, hitMeans, repsAsked };
};

/** The criterion one step harder or easier. Changes one thing: distance, else duration, else count, else distraction. */
export function nextCriterion(criterion: Criterion, advice: Advice): Criterion {
  if (advice === 'stick') return criterion;
  const steps = advice === 'push' ? 1 : -1;
  const { distanceM, durationS, count } = criterion;
  if (distanceM !== null) return { ...criterion, distanceM: steppedAmount(distanceM, steps, SET_DISTANCE_MAX) };
  if (durationS !== null) return { ...criterion, durationS: steppedAmount(durationS, steps, DURATION_MAX_SECONDS) };
  if (count !== null) return { ...criterion, count: steppedAmount(count, steps, SET_COUNT_MAX) };
  return { ...criterion, distraction: steppedDistraction(criterion.distraction, steps) };
}

/** The next round amount, such as 35 after 30: by ones to 10, fives to 50, tens to 100, then by 25. Never below 1. */
export function steppedAmount(amount: number, steps: 1 | -1, max: number): number {
  const isBelow = (limit: number) => (steps > 0 ? amount < limit : amount <= limit);
  const size = isBelow(10) ? 1 : isBelow(50) ? 5 : isBelow(100) ? 10 : 25;
  const next = steps > 0 ? Math.floor(amount / size) * size + size : Math.ceil(amount / size) * size - size;
  return Math.min(Math.max(next, Math.min(amount, 1)), max);
}

/** Null means that no level was chosen: it becomes 'low', and never easier. */
export function steppedDistraction(level: TrainingSet['distraction'], steps: 1 | -1): TrainingSet['distraction'] {
  if (level === null) return steps > 0 ? 'low' : null;
  const place = DISTRACTIONS.indexOf(level) + steps;
  return DISTRACTIONS[Math.min(Math.max(place, 0), DISTRACTIONS.length - 1)] ?? level;
}
