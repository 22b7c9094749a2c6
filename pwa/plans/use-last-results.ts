import { useEffect, useMemo, useState } from 'react';
import { listDogSets } from '../../sync/queries/dog-sets.ts';
import type { Exercise } from '../../sync/queries/sets.ts';
import { useToday } from '../dates/use-today.ts';
import { exerciseNamed } from '../sets/exercise-form.ts';
import { useStore } from '../sync/sync-provider.tsx';
import { useLive } from '../sync/use-live.ts';
import type { PlannedEntry } from './plan-form.ts';
import type * as Planner from './planned-exercises.ts';
import { PLAN_TEXTS as TEXTS } from './texts.ts';

/**
 * What the dog did last of a planned exercise: 'Last 4/5 at 30 m'. Follows the dog that is chosen, as criteria may be those of
 * another one. Null while it is not read, and without a dog or an exercise.
 * @param dogId '' for none
 * @param choices the exercises that the form offers
 */
export function useLastResults(dogId: string, choices: readonly Exercise[]): (entry: PlannedEntry) => string | null {
  const store = useStore();
  const today = useToday();
  const [plan, setPlan] = useState<typeof Planner | null>(null);
  useEffect(() => {
    // A plan can be made without them.
    import('./planned-exercises.ts').then(setPlan).catch(() => undefined);
  }, []);
  const read = useLive(async () => ({ dogId, sets: dogId ? await listDogSets(store, dogId, today) : [] }), [store, dogId, today]);
  const resultOf = useMemo(() => plan && read && plan.lastResults(read.sets), [plan, read]);
  return ({ exercise, named }) => {
    if (!resultOf || !dogId || read?.dogId !== dogId || exercise.trim() === '') return null;
    // A plan keeps the cue of an exercise that was not renamed.
    const cueId = exercise === named.exercise ? named.cueId : exerciseNamed(choices, exercise)?.cueId;
    const result = resultOf({ exercise: exercise.trim(), cueId: cueId ?? null });
    return result === null ? TEXTS.untrained : TEXTS.lastResult(result);
  };
}
