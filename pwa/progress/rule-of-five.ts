import { DISTRACTIONS, type TrainingSet } from '../../api/contract/entities/set.ts';
import type { RepCounts } from '../../api/contract/reps.ts';
import { searchText } from '../../api/contract/search-text.ts';
import { criterionWords } from '../../api/contract/set-words.ts';
import { stepOf } from './ladders.ts';

export type Advice = 'push' | 'stick' | 'drop';

/** From this share of hits on, the rule of five pushes. */
export const PUSH_SHARE = 0.8;

/** The rule of five: 5 or 4 hits of five push, 3 stick, fewer drop; other numbers of reps by the same shares (R347). */
export function adviceOf({ hits, reps }: RepCounts): Advice {
  const share = hits / reps;
  if (share >= PUSH_SHARE) return 'push';
  return share >= 0.6 ? 'stick' : 'drop';
}

/** What a criterion measures, in the order in which it is made harder if nothing was changed before. */
const MEASURES = ['distanceM', 'durationS', 'count', 'distraction'] as const;
export type Measure = (typeof MEASURES)[number];

export type Criterion = Pick<
  TrainingSet,
  'cueId' | 'exercise' | 'step' | 'distanceM' | 'durationS' | 'count' | 'countWord' | 'distraction' | 'hitMeans' | 'repsAsked'
>;

export const criterionOf = (set: Criterion): Criterion => {
  const { cueId, exercise, step, distanceM, durationS, count, countWord, distraction, hitMeans, repsAsked } = set;
  return { cueId, exercise, step, distanceM, durationS, count, countWord, distraction, hitMeans, repsAsked };
};

/** Whether a measure is the same; no distraction chosen is none. */
const isSame = (measure: Measure, a: Criterion, b: Criterion) =>
  measure === 'distraction' ? (a.distraction ?? 'none') === (b.distraction ?? 'none') : a[measure] === b[measure];

/** Whether two sets ask for the same: measures, step and what counts as a hit. Case and accents do not matter. */
export const isSameCriterion = (a: Criterion, b: Criterion): boolean =>
  MEASURES.every((measure) => isSame(measure, a, b)) &&
  (['step', 'hitMeans', ...(a.count === null ? [] : ['countWord' as const])] as const).every(
    (field) => searchText(a[field] ?? '') === searchText(b[field] ?? ''),
  );

/**
 * The measure to change next: the one that was changed last, else the first that the criterion has; null if it has none.
 * @param sets of one exercise, oldest first; the last one has the current criterion
 */
export function measureToMove(sets: readonly Criterion[]): Measure | null {
  const now = sets.at(-1);
  if (!now) return null;
  const had = MEASURES.filter((measure) => now[measure] !== null);
  for (let place = sets.length - 1; place > 0; place -= 1) {
    const [set, before] = [sets[place], sets[place - 1]];
    const moved = had.find((measure) => set && before && !isSame(measure, set, before));
    if (moved) return moved;
  }
  return had[0] ?? null;
}

/** The criterion with one measure a step of its ladder harder or easier. @param measure null changes nothing */
export function nextCriterion(criterion: Criterion, advice: Advice, measure: Measure | null): Criterion {
  if (advice === 'stick' || measure === null) return criterion;
  const steps = advice === 'push' ? 1 : -1;
  if (measure === 'distraction') return { ...criterion, distraction: steppedDistraction(criterion.distraction, steps) };
  const amount = criterion[measure];
  return amount === null ? criterion : { ...criterion, [measure]: stepOf(measure, amount, steps) };
}

/** Null means that no level was chosen: it becomes 'low', and never easier. */
export function steppedDistraction(level: TrainingSet['distraction'], steps: 1 | -1): TrainingSet['distraction'] {
  if (level === null) return steps > 0 ? 'low' : null;
  const place = DISTRACTIONS.indexOf(level) + steps;
  return DISTRACTIONS[Math.min(Math.max(place, 0), DISTRACTIONS.length - 1)] ?? level;
}

/** The measure that differs, such as '35 m'; '' if none does. */
export function changedWords(from: Criterion, to: Criterion): string {
  const changed = MEASURES.find((measure) => from[measure] !== to[measure]);
  return measureWords(to, changed ?? null);
}

/** One measure of a criterion in words, such as '30 m'; '' for none. */
export const measureWords = (criterion: Criterion, measure: Measure | null): string =>
  measure ? criterionWords({ countWord: criterion.countWord, [measure]: criterion[measure] }) : '';
