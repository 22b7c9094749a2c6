import { mondayOf } from '../../api/contract/training-day.ts';
import type { DogSet } from '../../sync/queries/dog-sets.ts';
import type { Exercise, Progress } from './exercise-progress.ts';
import type { MapCell, MapMeasure, ProofingMap } from './proofing-map.ts';

/** A figure on screen whose sets are listed; null for none. */
export type Picked =
  | { figure: 'rate' }
  | { figure: 'week'; monday: string }
  | ({ figure: 'cell'; measure: MapMeasure } & Pick<MapCell, 'amount' | 'distraction'>)
  | null;

/** The cell of this map that is picked. */
export const pickedCell = (picked: Picked, { measure, rows }: ProofingMap): MapCell | undefined =>
  picked?.figure === 'cell' && picked.measure === measure
    ? rows.flatMap(({ cells }) => cells).find(({ amount, distraction }) => amount === picked.amount && distraction === picked.distraction)
    : undefined;

/** The sets behind the figure, as they are now; all of the exercise for none. */
export function pickedSets(picked: Picked, { sets }: Exercise, { atNow }: Progress, maps: readonly ProofingMap[]): readonly DogSet[] {
  if (picked?.figure === 'rate') return atNow;
  if (picked?.figure === 'week') return sets.filter(({ day }) => mondayOf(day) === picked.monday);
  if (picked?.figure === 'cell') return maps.flatMap((map) => pickedCell(picked, map)?.sets ?? []);
  return sets;
}
