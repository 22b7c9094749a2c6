import { SESSION_MILESTONES, TRAINING_DAY_MILESTONES } from '../../api/contract/milestones.ts';
import { isTrainingDay, mondayOf, mondaysUpTo } from '../../api/contract/training-day.ts';
import type { Store } from '../store/store.ts';
import { listDogDays } from './dog-days.ts';

export interface ReachedMilestone {
  kind: 'sessions' | 'trainingDays';
  count: number;
  /** The training day on which the milestone was reached, YYYY-MM-DD. */
  day: string;
}

export interface TrainingWeek {
  /** The week's Monday, YYYY-MM-DD. */
  monday: string;
  sessions: number;
}

export interface DogRecord {
  /** Latest first. */
  milestones: ReachedMilestone[];
  /** The last twelve weeks, oldest first, ending with the current one. */
  weeks: TrainingWeek[];
}

const WEEKS = 12;

/**
 * When a dog reached its milestones, and its sessions per week.
 * @param today the current training day, YYYY-MM-DD
 */
export async function getDogRecord(store: Store, dogId: string, today: string): Promise<DogRecord> {
  const days = await listDogDays(store, dogId);
  return { milestones: milestonesOf(days), weeks: weeksOf(days, today) };
}

/** @param days one per session, oldest first */
function milestonesOf(days: readonly string[]): ReachedMilestone[] {
  const reachedOn = (kind: ReachedMilestone['kind'], milestones: readonly number[], among: readonly string[]) =>
    milestones.flatMap((count): ReachedMilestone[] => {
      const day = among[count - 1];
      return day === undefined ? [] : [{ kind, count, day }];
    });
  return [
    ...reachedOn('sessions', SESSION_MILESTONES, days),
    ...reachedOn('trainingDays', TRAINING_DAY_MILESTONES, [...new Set(days)]),
  ].toSorted((a, b) => (a.day === b.day ? b.count - a.count : a.day < b.day ? 1 : -1));
}

function weeksOf(days: readonly string[], today: string): TrainingWeek[] {
  const weeks = mondaysUpTo(today, WEEKS).map((monday) => ({ monday, sessions: 0 }));
  const byMonday = new Map(weeks.map((week) => [week.monday, week]));
  // The first version stored days in another format, which the next start of the engine mends.
  for (const day of days.filter(isTrainingDay)) {
    const week = byMonday.get(mondayOf(day));
    if (week) week.sessions += 1;
  }
  return weeks;
}
