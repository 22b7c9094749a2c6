import type { RepCounts } from '../../api/contract/reps.ts';
import { searchText } from '../../api/contract/search-text.ts';
import { mondayOf, mondaysUpTo } from '../../api/contract/training-day.ts';
import type { DogSet } from '../../sync/queries/dog-sets.ts';
import { type Advice, adviceOf, type Criterion, criterionOf, isSameCriterion, measureToMove, nextCriterion } from './rule-of-five.ts';
import { type Range, wilsonRange } from './wilson.ts';

/** Fewer reps say too little for a rate (R357). */
export const FEWEST_REPS = 10;
/** Fewer reps say too little for advice, or for anything drawn. */
export const FEWEST_DRAWN = 4;
/** How many sets at the current criterion the share of hits looks back. */
const SETS_BACK = 10;
const WEEKS = 8;
/** A longer time between two reps is a pause. */
const LONGEST_GAP_MS = 120_000;

/** One exercise of a dog. */
export interface Exercise {
  /** The cue's id, or the folded name. */
  key: string;
  /** As in the latest set. */
  name: string;
  /** With reps, oldest first; at least one. */
  sets: readonly [DogSet, ...DogSet[]];
}

export interface Week extends RepCounts {
  /** YYYY-MM-DD */
  monday: string;
}

export interface Progress {
  last: DogSet;
  /** All reps of the sets. */
  reps: number;
  now: Criterion;
  /** The last ten sets at the current criterion, oldest first. */
  atNow: readonly DogSet[];
  atNowCounts: RepCounts;
  /** Null with too few reps. */
  range: Range | null;
  /** By the last set; null if it has fewer reps than asked for, or than `FEWEST_DRAWN`. */
  advice: Advice | null;
  /** The criterion by the advice; the current one without any. */
  next: Criterion;
  /** While counting, in the last ten sets; null with too few reps that have a moment. */
  repsPerMinute: number | null;
  /** Median, in milliseconds; null with too few measured ones. */
  latencyMs: number | null;
  /** Ends with the week of the last set. */
  weeks: readonly Week[];
}

/**
 * The exercises in which a dog has reps, latest first. A free name is the same exercise as a cue of that name, also after the
 * cue got another one.
 * @param sets oldest first
 */
export function exercisesOf(sets: readonly DogSet[]): Exercise[] {
  const counted = sets.filter(({ reps }) => reps.length > 0);
  const cueOfName = new Map<string, string>();
  for (const { set } of counted) if (set.cueId !== null) cueOfName.set(searchText(set.exercise), set.cueId);
  // A key moves to the end with each of its sets, so the exercise trained last comes last.
  const byKey = new Map<string, [DogSet, ...DogSet[]]>();
  for (const one of counted) {
    const name = searchText(one.set.exercise);
    const key = one.set.cueId ?? cueOfName.get(name) ?? name;
    const known = byKey.get(key);
    known?.push(one);
    byKey.delete(key);
    byKey.set(key, known ?? [one]);
  }
  return [...byKey].toReversed().map(([key, all]) => ({ key, name: (all.at(-1) ?? all[0]).set.exercise, sets: all }));
}

/** The exercise of a set, or of a key in a link: a name may have become a cue's since. */
export function findExercise(
  exercises: readonly Exercise[],
  { cueId, exercise }: { cueId: string | null; exercise: string },
): Exercise | undefined {
  const name = searchText(exercise);
  return (
    exercises.find(({ key }) => key === (cueId ?? name)) ??
    exercises.find(({ sets }) => sets.some(({ set }) => searchText(set.exercise) === name))
  );
}

export function progressOf({ sets }: Exercise): Progress {
  const last = sets.at(-1) ?? sets[0];
  const now = criterionOf(last.set);
  const atNow = sets.filter(({ set }) => isSameCriterion(set, now)).slice(-SETS_BACK);
  const atNowCounts = sumOf(atNow);
  const isComplete = last.reps.length >= Math.max(last.set.repsAsked, FEWEST_DRAWN);
  const advice = isComplete ? adviceOf({ hits: last.hits, reps: last.reps.length }) : null;
  const moves = measureToMove(sets.map(({ set }) => set));
  return {
    last,
    reps: sumOf(sets).reps,
    now,
    atNow,
    atNowCounts,
    range: atNowCounts.reps < FEWEST_REPS ? null : wilsonRange(atNowCounts.hits, atNowCounts.reps),
    advice,
    next: advice ? nextCriterion(now, advice, moves) : now,
    repsPerMinute: repsPerMinute(atNow),
    latencyMs: medianLatency(atNow),
    weeks: weeksOf(sets, last.day),
  };
}

export const sumOf = (sets: readonly DogSet[]): RepCounts => ({
  hits: sets.reduce((sum, { hits }) => sum + hits, 0),
  reps: sets.reduce((sum, { reps }) => sum + reps.length, 0),
});

/**
 * Counts the gaps between reps of one set, so pauses between sets do not matter, nor between the parts of a set that was
 * continued. Marked reps count by the film: it may have been paused or slowed down while they were marked.
 */
function repsPerMinute(sets: readonly DogSet[]): number | null {
  const timed = sets.flatMap(({ reps }) => {
    const inFilm = reps.some(({ filmMs }) => filmMs !== null);
    const moments = reps.flatMap(({ at, filmMs }) => (inFilm ? filmMs : at) ?? []).toSorted((a, b) => a - b);
    return moments.length === reps.length ? [moments] : [];
  });
  const gaps = timed.flatMap((moments) => moments.slice(1).map((moment, place) => moment - (moments[place] ?? 0)));
  const counted = gaps.filter((gapMs) => gapMs <= LONGEST_GAP_MS);
  const totalMs = counted.reduce((sum, gapMs) => sum + gapMs, 0);
  return counted.length < FEWEST_REPS - 1 || totalMs === 0 ? null : (counted.length * 60_000) / totalMs;
}

function medianLatency(sets: readonly DogSet[]): number | null {
  const all = sets.flatMap(({ reps }) => reps.flatMap(({ latencyMs }) => latencyMs ?? [])).toSorted((a, b) => a - b);
  if (all.length < FEWEST_REPS) return null;
  const [low, high] = [all[Math.floor((all.length - 1) / 2)], all[Math.ceil((all.length - 1) / 2)]];
  return ((low ?? 0) + (high ?? 0)) / 2;
}

function weeksOf(sets: readonly DogSet[], lastDay: string): Week[] {
  const weeks = mondaysUpTo(lastDay, WEEKS).map((monday) => ({ monday, hits: 0, reps: 0 }));
  const byMonday = new Map(weeks.map((week) => [week.monday, week]));
  for (const { day, hits, reps } of sets) {
    const week = byMonday.get(mondayOf(day));
    if (!week) continue;
    week.hits += hits;
    week.reps += reps.length;
  }
  return weeks;
}
