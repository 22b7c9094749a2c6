import type { TrainingSet } from '../entities/set.ts';
import { type Rep, typedIn } from '../reps.ts';
import type { CsvValue } from './csv.ts';

/**
 * Columns of sets as CSV, one line a set, with the moments in UTC. `reps` has a letter for each rep in order: H(it), M(iss) or
 * A(ssisted); typed reps have no order and are only counted. Place and latency are left out.
 */
export const SET_COLUMNS = [
  'started_at',
  'dog',
  'session',
  'exercise',
  'step',
  'distance_m',
  'duration_s',
  'count',
  'count_word',
  'distraction',
  'hit_means',
  'reps_asked',
  'hits',
  'misses',
  'helped',
  'reps',
] as const;

export interface SetOfSession {
  /** The session's title. */
  session: string;
  /** The dog's name. */
  dog: string | null;
  set: TrainingSet;
  /** Those that stand. */
  reps: readonly Rep[];
}

export function setLine({ session, dog, set, reps }: SetOfSession): Record<(typeof SET_COLUMNS)[number], CsvValue> {
  const of = (kind: string) => reps.filter((rep) => rep.kind === kind).length;
  return {
    started_at: set.startedAt,
    dog,
    session,
    exercise: set.exercise,
    step: set.step,
    distance_m: set.distanceM,
    duration_s: set.durationS,
    count: set.count,
    count_word: set.countWord,
    distraction: set.distraction,
    hit_means: set.hitMeans,
    reps_asked: set.repsAsked,
    hits: of('hit'),
    misses: of('miss'),
    helped: of('helped'),
    reps: reps
      .slice(0, reps.length - typedIn(reps))
      .map(({ kind }) => LETTERS[kind])
      .join(''),
  };
}

const LETTERS = { hit: 'H', miss: 'M', helped: 'A' } as const;
