import { DISTRACTIONS, type TrainingSet } from '../../api/contract/entities/set.ts';
import type { RepCounts } from '../../api/contract/reps.ts';
import type { DogSet } from '../../sync/queries/dog-sets.ts';
import type { Measures } from '../field/like-params.ts';
import { sumOf } from './exercise-progress.ts';
import { LADDERS, rungOf } from './ladders.ts';
import type { Criterion } from './rule-of-five.ts';

/** What the columns of a map can be. */
export type MapMeasure = 'distanceM' | 'durationS';
type Distraction = NonNullable<TrainingSet['distraction']>;

export interface MapCell extends RepCounts {
  /** Metres or seconds: a rung of the ladder. */
  amount: number;
  distraction: Distraction;
  sets: readonly DogSet[];
  /** The current criterion, or the one that the rule of five proposes. */
  is: 'now' | 'next' | null;
}

export interface ProofingMap {
  measure: MapMeasure;
  amounts: readonly number[];
  rows: readonly { distraction: Distraction; cells: readonly MapCell[] }[];
}

/**
 * Hits and reps by distance or duration and by distraction. A set without a distraction counts as one with none.
 * @returns null if no set has the measure
 */
export function proofingMap(
  sets: readonly DogSet[],
  measure: MapMeasure,
  { now, next }: { now: Criterion; next: Criterion },
): ProofingMap | null {
  const counted = sets.filter(({ set }) => set[measure] !== null);
  if (counted.length === 0) return null;
  const rungIn = (criterion: Criterion) => (criterion[measure] === null ? null : rungOf(measure, criterion[measure]));
  const isAt = (criterion: Criterion, amount: number, distraction: Distraction) =>
    rungIn(criterion) === amount && (criterion.distraction ?? 'none') === distraction;
  const occurring = new Set([...counted.map(({ set }) => set), next].map(rungIn));
  const amounts = LADDERS[measure].filter((rung) => occurring.has(rung));
  const rows = DISTRACTIONS.map((distraction) => ({
    distraction,
    cells: amounts.map((amount): MapCell => {
      const own = counted.filter(({ set }) => isAt(set, amount, distraction));
      const is = isAt(now, amount, distraction) ? 'now' : isAt(next, amount, distraction) ? 'next' : null;
      return { amount, distraction, sets: own, is, ...sumOf(own) };
    }),
  }));
  return { measure, amounts, rows };
}

/** The measures of a cell for a set like `now`, which keeps its choice of no distraction. */
export const measuresOfCell = (
  { measure, amount, distraction }: { measure: MapMeasure } & Pick<MapCell, 'amount' | 'distraction'>,
  now: Criterion,
): Measures => ({
  [measure]: amount,
  ...((distraction !== 'none' || now.distraction !== null) && { distraction }),
});
