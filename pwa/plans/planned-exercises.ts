import type { Cue } from '../../api/contract/entities/cue.ts';
import type { PlannedExercise } from '../../api/contract/entities/plan.ts';
import { PLANNED_MAX } from '../../api/contract/limits.ts';
import { NEW_SET } from '../../api/contract/entities/set.ts';
import { measuresOf, resultWords } from '../../api/contract/set-words.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import type { DogSet } from '../../sync/queries/dog-sets.ts';
import { exercisesOf, findExercise, progressOf } from '../progress/exercise-progress.ts';
import { type Criterion, criterionOf } from '../progress/rule-of-five.ts';
import { shortId } from '../sets/new-rep.ts';
import { PLAN_TEXTS } from './texts.ts';

/** A planned exercise with this criterion. */
export const planned = (ports: Pick<Ports, 'newId'>, criterion: Criterion): PlannedExercise => ({
  ...criterionOf(criterion),
  id: shortId(ports),
});

/**
 * The exercises of the dog's last session with reps, each once, with the criterion that the rule of five proposes next.
 * @param sets of the dog, oldest first
 */
export function likeLastTime(sets: readonly DogSet[], ports: Pick<Ports, 'newId'>): PlannedExercise[] {
  const exercises = exercisesOf(sets);
  const last = sets.findLast(({ reps }) => reps.length > 0);
  const ofSession = exercisesOf(sets.filter(({ set }) => set.videoId === last?.set.videoId)).toReversed();
  return ofSession.flatMap(({ sets: [{ set }] }) => {
    const exercise = findExercise(exercises, set);
    return exercise ? planned(ports, progressOf(exercise).next) : [];
  });
}

/** The last result of an exercise with these sets' dog, '4/5 at 30 m'; null if it has none. @param sets of the dog, oldest first */
export function lastResults(sets: readonly DogSet[]): (of: { cueId: string | null; exercise: string }) => string | null {
  const exercises = exercisesOf(sets);
  return (of) => {
    const exercise = findExercise(exercises, of);
    if (!exercise) return null;
    const last = exercise.sets.at(-1) ?? exercise.sets[0];
    return PLAN_TEXTS.result(resultWords(last), measuresOf(last.set));
  };
}

/** The cues of a program as exercises, as many as a plan holds, each with the dog's next criterion if it was counted before. */
export function ofProgram(cues: readonly Cue[], sets: readonly DogSet[], ports: Pick<Ports, 'newId'>): PlannedExercise[] {
  const exercises = exercisesOf(sets);
  return cues.slice(0, PLANNED_MAX).map(({ id, name }) => {
    const known = findExercise(exercises, { cueId: id, exercise: name });
    return planned(ports, { ...NEW_SET, ...(known && progressOf(known).next), cueId: id, exercise: name });
  });
}
