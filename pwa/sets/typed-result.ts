import { REPS_ASKED_MAX } from '../../api/contract/limits.ts';
import type { RepKind } from '../../api/contract/reps.ts';

const RESULT = /^\s*(\d{1,3})\s*\/\s*(\d{1,3})\s*$/;

/** The kinds of the reps in '4/5', hits first; null if the text is no such result. Typed reps have no order. */
export function repsOfResult(text: string): RepKind[] | null {
  const [, hits, reps] = (RESULT.exec(text) ?? []).map(Number);
  if (hits === undefined || reps === undefined || hits > reps || reps < 1 || reps > REPS_ASKED_MAX) return null;
  return Array.from({ length: reps }, (_, place) => (place < hits ? 'hit' : 'miss'));
}
