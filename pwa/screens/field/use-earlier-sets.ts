import { useEffect, useState } from 'react';
import type { TrainingSet } from '../../../api/contract/entities/set.ts';
import { listDogSets } from '../../../sync/queries/dog-sets.ts';
import type { FieldSet } from '../../../sync/queries/field.ts';
import { deviceDay } from '../../dates/training-moment.ts';
import { exercisesOf, findExercise } from '../../progress/exercise-progress.ts';
import { usePorts, useStore } from '../../sync/sync-provider.tsx';

/**
 * Earlier sets of the exercise with this dog, oldest first, as its progress counts them; null until they are read. Read
 * once, as the set begins: a live query would read them again at each tap.
 */
export function useEarlierSets({ set, dog }: FieldSet): readonly TrainingSet[] | null {
  const store = useStore();
  const ports = usePorts();
  const [earlier, setEarlier] = useState<readonly TrainingSet[] | null>(null);
  const { id, cueId, exercise } = set;
  const dogId = dog?.dog.id;
  useEffect(() => {
    let ended = false;
    async function read(): Promise<TrainingSet[]> {
      if (dogId === undefined) return [];
      const sets = await listDogSets(store, dogId, deviceDay(ports.now()));
      const same = findExercise(exercisesOf(sets), { cueId, exercise })?.sets ?? [];
      return same.map((one) => one.set).filter((one) => one.id !== id);
    }
    // Without them, the first measure of the criterion moves.
    void read()
      .catch(() => [])
      .then((sets) => ended || setEarlier(sets));
    return () => void (ended = true);
  }, [store, ports, dogId, id, cueId, exercise]);
  return earlier;
}
