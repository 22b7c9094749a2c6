/** Milestones of a dog (R52); each title counts as one more. */
export const SESSION_MILESTONES = [1, 10, 25, 50, 100, 250, 500, 1_000] as const;
export const TRAINING_DAY_MILESTONES = [7, 30, 100, 365] as const;

export interface TrainingFigures {
  sessions: number;
  trainingDays: number;
  titles: readonly string[];
}

/** The milestones a dog has reached, in order. */
export function milestonesReached({ sessions, trainingDays, titles }: TrainingFigures) {
  return {
    sessions: SESSION_MILESTONES.filter((milestone) => sessions >= milestone),
    trainingDays: TRAINING_DAY_MILESTONES.filter((milestone) => trainingDays >= milestone),
    titles: [...titles],
  };
}

/** The number of achievements on a dog's card. */
export function countAchievements(figures: TrainingFigures): number {
  const reached = milestonesReached(figures);
  return reached.sessions.length + reached.trainingDays.length + reached.titles.length;
}
