import { describe, expect, it } from 'vitest';
import type { RepKind } from '../../../api/contract/reps.ts';
import type { SetCard } from '../../../sync/queries/sets.ts';
import { clipOf, filmReps, setToMark } from './film-reps.ts';

/** A set whose reps are named by kind and place in the film, or null for one counted at the field. */
const card = (exercise: string, reps: readonly (readonly [RepKind, number | null])[]) =>
  ({
    set: { id: exercise, exercise },
    reps: reps.map(([kind, filmMs], place) => ({ id: `${exercise}${place}`, kind, at: place, filmMs, latencyMs: null })),
  }) as unknown as SetCard;

const AWAY = card('Away', [
  ['hit', 9_000],
  ['miss', 22_320],
]);
const RECALL = card('Recall', [['helped', 12_000]]);
const FIELD = card('Field', [['hit', null]]);
const EMPTY = card('Empty', []);

describe('the reps in a film', () => {
  it('are those of all sets in the order of the film, without those of the field', () => {
    expect(filmReps([AWAY, FIELD, RECALL]).map(({ exercise, number, seconds }) => [exercise, number, seconds])).toEqual([
      ['Away', 1, 9],
      ['Recall', 1, 12],
      ['Away', 2, 22.32],
    ]);
  });

  it('are watched from 3 s before to 2 s after, within the film', () => {
    expect(clipOf({ seconds: 10 }, 60)).toEqual({ from: 7, to: 12 });
    expect(clipOf({ seconds: 1 }, 2.1)).toEqual({ from: 0, to: 2 });
  });
});

describe('the set to mark', () => {
  it('is the last one with marked reps, else the last empty one, and never one of the field', () => {
    expect(setToMark([AWAY, RECALL, EMPTY, FIELD])).toBe(RECALL);
    expect(setToMark([EMPTY, FIELD])).toBe(EMPTY);
    expect(setToMark([FIELD])).toBeNull();
    expect(setToMark([])).toBeNull();
  });
});
