import { useEffect, useState } from 'react';
import { listDogSets } from '../../sync/queries/dog-sets.ts';
import { usePorts, useStore } from '../sync/sync-provider.tsx';
import { deviceDay } from '../dates/training-moment.ts';
import type { PlannedEntry } from './plan-form.ts';
import type { lastResults } from './planned-exercises.ts';
import { PLAN_TEXTS as TEXTS } from './texts.ts';

/**
 * What the dog did last of a planned exercise: 'last 4/5 at 30 m'. Follows the dog that is chosen, as criteria may be those of
 * another one. Null while it is not read, and without a dog or an exercise.
 * @param dogId '' for none
 */
export function useLastResults(dogId: string): (entry: PlannedEntry) => string | null {
  const store = useStore();
  const ports = usePorts();
  const [read, setRead] = useState<{ dogId: string; resultOf: ReturnType<typeof lastResults> } | null>(null);
  useEffect(() => {
    let ended = false;
    async function readAll() {
      if (!dogId) return;
      const [plan, sets] = await Promise.all([import('./planned-exercises.ts'), listDogSets(store, dogId, deviceDay(ports.now()))]);
      if (!ended) setRead({ dogId, resultOf: plan.lastResults(sets) });
    }
    // A plan can be made without them.
    void readAll().catch(() => undefined);
    return () => void (ended = true);
  }, [store, ports, dogId]);
  return ({ exercise, named }) => {
    if (read?.dogId !== dogId || exercise.trim() === '') return null;
    // A renamed entry is another exercise than the one of its cue.
    const result = read.resultOf({ exercise, cueId: exercise === named.exercise ? named.cueId : null });
    return result === null ? TEXTS.untrained : TEXTS.lastResult(result);
  };
}
