import { type RepKind, formatRep, hitsIn } from '../contract/reps.ts';

/** A set of the demo kennel, as `sets.create` takes it. Its reps follow each other every `REP_SECONDS`. */
export interface DemoSet {
  exercise: string;
  distanceM?: number;
  hitMeans?: string;
  kinds: readonly RepKind[];
}

const REP_SECONDS = 40;
const KINDS: Record<string, RepKind> = { h: 'hit', m: 'miss', a: 'helped' };
export const kindsOf = (letters: string): RepKind[] => [...letters].map((letter) => KINDS[letter]!);

/** The results of consecutive sets, for a dog that learns slowly. */
const COURSE = ['hmahm', 'hhmah', 'hhhmh', 'mhhmm', 'hmhhm', 'hhhhm', 'hhmhm', 'mmhah', 'hhmhm', 'hhmmh', 'hhhhh', 'hmmhh'].map(kindsOf);

/**
 * The sets of one exercise over the weeks: two a session, whose distance follows the rule of five.
 * @returns the sets of each week, the oldest first
 */
export function setsOverWeeks(
  weeks: number,
  exercise: string,
  { from, step, hitMeans }: { from: number; step: number; hitMeans: string },
): DemoSet[][] {
  let distanceM = from;
  let place = 0;
  const next = (): DemoSet => {
    const kinds = COURSE[place++ % COURSE.length]!;
    const set = { exercise, distanceM, hitMeans, kinds };
    const hits = hitsIn(kinds);
    if (hits >= 4) distanceM += step;
    else if (hits < 3) distanceM = Math.max(from, distanceM - step);
    return set;
  };
  return Array.from({ length: weeks }, () => [next(), next()]);
}

/** The payload of `sets.create`. @param startMs milliseconds since 1970 @param newId a random id for each rep */
export function payloadOf({ kinds, ...set }: DemoSet, videoId: string, position: number, startMs: number, newId: () => string) {
  const at = (place: number) => startMs + (position * kinds.length + place) * REP_SECONDS * 1000;
  const reps = kinds.map((kind, place) => formatRep({ id: newId().slice(0, 8), kind, at: at(place), filmMs: null, latencyMs: null }));
  return { ...set, videoId, position, startedAt: new Date(at(0)).toISOString(), repsAsked: kinds.length, reps };
}
