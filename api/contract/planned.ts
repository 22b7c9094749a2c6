import type { Plan, PlannedExercise } from './entities/plan.ts';
import type { TrainingSet } from './entities/set.ts';
import { standingReps } from './reps.ts';
import { searchText } from './search-text.ts';

type Criterion = Pick<TrainingSet, 'exercise' | 'step' | 'distanceM' | 'durationS' | 'count' | 'countWord' | 'distraction' | 'hitMeans'>;
type Counted = Criterion & Pick<TrainingSet, 'id' | 'repsAsked' | 'reps' | 'struck'>;

/** Equal for a set and a planned exercise of the same name and criterion. */
const keyOf = ({ exercise, step, distanceM, durationS, count, countWord, distraction, hitMeans }: Criterion): string =>
  JSON.stringify([
    ...[exercise, step, countWord, hitMeans].map((words) => words && searchText(words)),
    distanceM,
    durationS,
    count,
    distraction,
  ]);

export const isComplete = (set: Counted): boolean => standingReps(set).length >= set.repsAsked;

/** Whether a set is of this planned exercise. */
export const isOfPlanned = (set: Criterion, planned: PlannedExercise): boolean => keyOf(set) === keyOf(planned);

/** The ids of the exercises that were marked as done, and those of the sets they were done in. */
function markedIn({ done }: Pick<Plan, 'done'>) {
  const marks = new Map<string, string>();
  // Two devices may have marked one exercise, each with its own set: only one of them counts for it.
  for (const [exercise = '', set = ''] of done.map((mark) => mark.split(' '))) if (!marks.has(exercise)) marks.set(exercise, set);
  return { exercises: new Set(marks.keys()), sets: new Set(marks.values()) };
}

/** Whether a change of a plan is only what the app adds by itself when the plan is trained: no one typed it. */
export const isOnlyNoted = (patch: object): boolean =>
  Object.keys(patch).every((field) => field === 'videoIds' || field === 'done' || field === 'base');

/** Whether an exercise is not marked as done, or there is none to mark. */
export const isOpen = (plan: Pick<Plan, 'exercises' | 'done'>): boolean => {
  const { exercises } = markedIn(plan);
  return plan.exercises.length === 0 || plan.exercises.some(({ id }) => !exercises.has(id));
};

/**
 * What to mark as done: for each exercise that is left, in order, the first of these sets that has all reps of it and counts for
 * no other one.
 * @param endedId a set that counts as complete whatever it holds
 */
export function marksFor(plan: Plan, sets: readonly Counted[], endedId: string | null = null): string[] {
  const marked = markedIn(plan);
  const complete = sets.filter((set) => !marked.sets.has(set.id) && (set.id === endedId || isComplete(set)));
  return plan.exercises.flatMap((planned) => {
    const place = marked.exercises.has(planned.id) ? -1 : complete.findIndex((set) => isOfPlanned(set, planned));
    return place < 0 ? [] : complete.splice(place, 1).map(({ id }) => `${planned.id} ${id}`);
  });
}

/** What has neither been marked as done nor counted in these sets, in order. */
export function leftOf(plan: Plan, sets: readonly Counted[], endedId: string | null = null): PlannedExercise[] {
  const { exercises } = markedIn({ done: [...plan.done, ...marksFor(plan, sets, endedId)] });
  return plan.exercises.filter(({ id }) => !exercises.has(id));
}
