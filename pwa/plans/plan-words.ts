import type { Plan, PlannedExercise } from '../../api/contract/entities/plan.ts';
import { setName } from '../../api/contract/set-words.ts';
import { PLAN_TEXTS as TEXTS } from './texts.ts';

/** 'Send-away, 35 m'. */
export const plannedWords = (exercise: PlannedExercise): string => setName(exercise, '');

/** The exercises of a plan by name: 'Send-away and Recall'; 'Training' without any. */
export function planName({ exercises }: Pick<Plan, 'exercises'>): string {
  const names = [...new Set(exercises.map(({ exercise }) => exercise))];
  if (names.length === 0) return TEXTS.training;
  return names.length === 1 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
