import type { Rep, RepKind } from '../../../api/contract/reps.ts';
import type { SetCard } from '../../../sync/queries/sets.ts';

/** A rep that was marked in the session's film. */
export interface FilmRep {
  id: string;
  kind: RepKind;
  /** Where it is in the film. */
  seconds: number;
  /** Its place in its set, from 1. */
  number: number;
  exercise: string;
}

/** The reps of all sets that were marked in the film, in its order. */
export function filmReps(cards: readonly SetCard[]): FilmRep[] {
  return cards
    .flatMap(({ set, reps }) =>
      reps.flatMap(({ id, kind, filmMs }, place) =>
        filmMs === null ? [] : [{ id, kind, seconds: filmMs / 1000, number: place + 1, exercise: set.exercise }],
      ),
    )
    .toSorted((a, b) => a.seconds - b.seconds);
}

export interface Clip {
  from: number;
  to: number;
}

const BEFORE_SECONDS = 3;
const AFTER_SECONDS = 2;
/** A film ends at its last frame, and so must its last clip. */
const LAST_FRAME_SECONDS = 0.1;

/** The part of the film to watch for a rep, in seconds. @param length of the film */
export const clipOf = ({ seconds }: Pick<FilmRep, 'seconds'>, length: number): Clip => ({
  from: Math.max(0, seconds - BEFORE_SECONDS),
  to: Math.min(seconds + AFTER_SECONDS, length - LAST_FRAME_SECONDS),
});

/**
 * The set that a rep marked in the film goes to: the last one with marked reps, or the last empty one. Null if neither
 * exists: a set that was counted at the field has its reps already.
 */
export function setToMark(cards: readonly SetCard[]): SetCard | null {
  const isMarked = ({ filmMs }: Rep) => filmMs !== null;
  return cards.findLast(({ reps }) => reps.some(isMarked)) ?? cards.findLast(({ reps }) => reps.length === 0) ?? null;
}
