import type { PlanCreate } from '../contract/entities/plan.ts';
import type { TrialCreate } from '../contract/entities/trial.ts';

/** Days from today, and the place of the dog among the person's. */
type On = { inDays: number; dog: number };

export const KATES_PLAN: On & Pick<PlanCreate, 'exercises' | 'note'> = {
  inDays: 0,
  dog: 0,
  exercises: [
    { id: 'sendaway', exercise: 'Send-away', distanceM: 45, hitMeans: 'Straight to the target, one cue' },
    { id: 'heelwork', exercise: 'Heelwork', distanceM: 20, hitMeans: 'Head up throughout' },
    { id: 'scentbox', exercise: 'Scent boxes', count: 5, countWord: 'boxes', distraction: 'low' },
  ],
  note: 'Before breakfast. Wind from the left if it holds.',
};

type DemoTrial = On & Omit<TrialCreate, 'id' | 'day' | 'dogId' | 'entryCloses'> & { closesInDays?: number };

export const KATES_TRIALS: readonly DemoTrial[] = [
  {
    inDays: -62,
    dog: 0,
    name: 'Autumn tracking trial',
    place: 'Church Stretton',
    level: 'Level 1',
    result: 'Passed. Lost a minute at the second corner.',
    points: 87,
    titleWon: 'Tracking level 1',
    shownToPartners: true,
  },
  {
    inDays: 21,
    closesInDays: 7,
    dog: 0,
    name: 'Christmas obedience trial',
    place: 'Shrewsbury',
    level: 'Class B',
    shownToPartners: true,
  },
];
