import type { PlannedExercise } from '../../../api/contract/entities/plan.ts';
import type { FieldSet } from '../../../sync/queries/field.ts';
import { planOfSession } from '../../../sync/queries/plans.ts';
import { useStore } from '../../sync/sync-provider.tsx';
import { useLive } from '../../sync/use-live.ts';

export interface PlannedNext {
  planId: string;
  /** Null if nothing is left. */
  exercise: PlannedExercise | null;
}

/**
 * The plan that the set's session was made of, with what comes next; null without one.
 * @param isDone whether the set has all its reps, stored or not
 */
export function usePlannedNext({ set: { id, videoId } }: FieldSet, isDone: boolean): PlannedNext | null {
  const store = useStore();
  const read = useLive(async () => ({ isDone, of: await planOfSession(store, videoId, isDone ? id : null) }), [store, videoId, isDone, id]);
  // Until it is read again, the answer names the exercise that was just finished.
  if (!read?.of || read.isDone !== isDone) return null;
  return { planId: read.of.plan.id, exercise: read.of.left[0] ?? null };
}
