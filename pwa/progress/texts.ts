import { SET_TEXTS } from '../sets/texts.ts';
import { FEWEST_DRAWN, FEWEST_REPS } from './exercise-progress.ts';
import type { Advice } from './rule-of-five.ts';
import type { MapMeasure } from './proofing-map.ts';

const WITHOUT_NUMBER = { push: 'make it harder', stick: 'same again', drop: 'make it easier' } as const;
const RULE = {
  push: 'four hits or more of five, make it harder.',
  stick: 'three hits of five, the same again.',
  drop: 'two hits or fewer of five, make it easier.',
} as const satisfies Record<Advice, string>;
const followed = (words: string, criterion: string) => (criterion ? `${words} · ${criterion}` : words);

/** Texts of progress (R356-R358). */
export const PROGRESS_TEXTS = {
  exercises: 'Exercises',
  legend: 'by week · last set',
  noReps: {
    title: 'No recent reps',
    text: 'Count hits and misses in a session and they appear here for half a year.',
    start: 'Start in field mode',
  },
  kinds: SET_TEXTS.kinds,
  goal: '4 of 5',
  reps: (count: number) => (count === 1 ? '1 rep' : `${count.toLocaleString()} reps`),
  tooFewForLine: 'Too few reps for a line',
  spark: (latest: string) => `Share of hits by week, latest ${latest}`,

  dogGone: 'This dog is no longer available.',
  exerciseGone: 'No reps of this exercise in the last half-year of training.',
  ofDog: (exercise: string, dog: string) => `${exercise} · ${dog}`,
  /** @param criterion such as '30 m, low distraction'; '' for none */
  rate: (share: string, criterion: string) => followed(`${share} hits`, criterion),
  rateSince: (hits: number, reps: number, day: string) => `${hits} of ${reps} reps since ${day}.`,
  range: (reps: number, low: string, high: string) => `With ${reps} reps, the true rate is probably between ${low} and ${high}.`,
  soFar: (reps: string, criterion: string) => followed(`${reps} so far`, criterion),
  tooFew: `Too few for a rate: that takes ${FEWEST_REPS} reps.`,
  perMinute: (figure: string) => (figure === '1' ? '1 rep a minute.' : `${figure} reps a minute.`),
  latency: (seconds: string) => `${seconds} s from cue to response.`,

  /** What comes next, such as 'Next: 35 m, low distraction'. @param criterion '' for none */
  next: (advice: Advice, criterion: string) => {
    const measures = advice === 'stick' ? [criterion, 'same again'] : [criterion || WITHOUT_NUMBER[advice]];
    return `Next: ${measures.filter(Boolean).join(', ')}`;
  },
  /** Why. @param criterion of the last set; '' for none */
  why: (advice: Advice, result: string, criterion: string) =>
    `Last set ${result}${criterion && ` at ${criterion}`}. Rule of five: ${RULE[advice]}`,
  last: (criterion: string) => followed('Last set', criterion),
  result: (hits: number, reps: number) => `${hits} of ${reps}`,
  incomplete: (result: string, asked: number) => `Last set ${result}. Advice comes after ${Math.max(asked, FEWEST_DRAWN)} reps.`,
  how: 'How it is going',
  change: 'Change',
  changeCriterion: 'Change criterion',

  weeks: {
    title: 'Hits by week',
    goal: 'dotted line: 4 of 5',
    few: `Dashed bars have under ${FEWEST_REPS} reps and say little.`,
    none: '–',
    table: 'Table',
    from: 'Week of',
    hits: 'Hits',
    reps: 'Reps',
    tooFew: 'Too few reps for a chart.',
    setsOf: (day: string) => `Sets in the week of ${day}`,
  },

  map: {
    title: 'Proofing map',
    by: { distanceM: 'distance × distraction', durationS: 'duration × distraction' } satisfies Record<MapMeasure, string>,
    caption: `Fuller means more hits. Grey has under ${FEWEST_REPS} reps. A set without a distraction counts as none.`,
    distraction: 'Distraction',
    levels: SET_TEXTS.levels,
    now: 'Now',
    next: 'Next',
    nothing: '–',
    cell: (place: string, result: string) => `${place}: ${result}`,
    notTried: 'not tried',
    unit: { distanceM: 'm', durationS: 's' } satisfies Record<MapMeasure, string>,
  },

  sets: {
    last: 'Last sets',
    show: 'Show these sets',
    behindRate: 'Sets behind the rate',
    at: (place: string) => `Sets at ${place}`,
    none: 'Not tried yet.',
    all: 'All sets',
    train: (place: string) => `Train ${place}`,
    plan: (place: string) => `Plan ${place}`,
  },
  /** @param criterion '' for none */
  train: (criterion: string) => (criterion ? `Train ${criterion}` : 'Train this'),
} as const;
