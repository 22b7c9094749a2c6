import { expect, it } from 'vitest';
import { countAchievements, milestonesReached } from './milestones.ts';

it('counts sessions, training days and titles', () => {
  expect(countAchievements({ sessions: 0, trainingDays: 0, titles: [] })).toBe(0);
  expect(countAchievements({ sessions: 1, trainingDays: 1, titles: ['BH'] })).toBe(2);
  expect(countAchievements({ sessions: 1_000, trainingDays: 365, titles: [] })).toBe(12);
  expect(milestonesReached({ sessions: 26, trainingDays: 7, titles: [] })).toEqual({
    sessions: [1, 10, 25],
    trainingDays: [7],
    titles: [],
  });
});
