import { useNavigate } from 'react-router-dom';
import type { PlannedExercise } from '../../../api/contract/entities/plan.ts';
import { type GoingOn, startPlanned } from '../../../sync/outbox/start-planned.ts';
import { deviceZone } from '../../dates/training-moment.ts';
import { setPath } from '../../field/field-path.ts';
import { useSave } from '../../sync/use-save.ts';

/** Returns a function that begins a planned exercise and shows its set. @param after the session that goes on; null for none */
export function useGoOn(after: GoingOn | null): (planId: string, exercise: PlannedExercise) => Promise<void> {
  const save = useSave();
  const navigate = useNavigate();
  return async (planId, exercise) => {
    const { id } = await save((store, ports) => startPlanned(store, ports, planId, exercise, { zone: deviceZone(), after }));
    void navigate(setPath(id), { replace: true });
  };
}
