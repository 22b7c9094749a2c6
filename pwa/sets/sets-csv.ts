import { typedIn } from '../../api/contract/reps.ts';
import type { CountedSession } from '../../sync/queries/counted-sessions.ts';

const COLUMNS = [
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

/** Excel reads a file as UTF-8 only with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The sets as a file, named after the session or dog. */
export const csvFile = (sessions: readonly CountedSession[], dog: string | null): Blob =>
  new Blob([setsCsv(sessions, dog)], { type: 'text/csv;charset=utf-8' });

/**
 * All sets as CSV (RFC 4180), one line a set, with the moments in UTC. `reps` has a letter for each rep in order: H(it), M(iss) or
 * A(ssisted); typed reps have no order and are only counted. Leaves out place and latency.
 * @param dog name of the dog of these sessions; null without one
 */
export function setsCsv(sessions: readonly CountedSession[], dog: string | null): string {
  const lines = sessions.flatMap(({ video, sets }) =>
    sets.map(({ set, reps }) => {
      const of = (kind: string) => reps.filter((rep) => rep.kind === kind).length;
      const values: Record<(typeof COLUMNS)[number], string | number | null> = {
        started_at: set.startedAt,
        dog,
        session: video.title,
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
      return COLUMNS.map((column) => cell(values[column]));
    }),
  );
  return BYTE_ORDER_MARK + [COLUMNS, ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

const LETTERS = { hit: 'H', miss: 'M', helped: 'A' } as const;

/** Spreadsheets run a text that begins like a formula, so it gets an apostrophe (OWASP, CSV injection). */
function cell(value: string | number | null): string {
  if (typeof value !== 'string') return String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
