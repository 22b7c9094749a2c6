import { NEW_SET, type TrainingSet } from '../../api/contract/entities/set.ts';
import { formatRep, type Rep, type RepKind, repsWithHits } from '../../api/contract/reps.ts';
import type { DogSet } from '../../sync/queries/dog-sets.ts';

const KINDS: Record<string, RepKind> = { h: 'hit', m: 'miss', a: 'helped' };
const REP_MS = 20_000;
let made = 0;

/**
 * A set of a dog, 20 seconds a rep.
 * @param letters its reps: h(it), m(iss) or a (helped)
 */
export function dogSet(day: string, letters: string, values: Partial<TrainingSet> & { took?: number } = {}): DogSet {
  const number = (made += 1);
  const startMs = Date.parse(`${day}T10:00:00.000Z`) + number;
  const { took = null, ...fields } = values;
  const reps = [...letters].map((letter, place): Rep => {
    const id = number.toString(36).padStart(5, '0') + place.toString(36).padStart(3, '0');
    return { id, kind: KINDS[letter] ?? 'hit', at: startMs + place * REP_MS, filmMs: null, latencyMs: took };
  });
  const stamp = new Date(startMs).toISOString();
  const set: TrainingSet = {
    ...NEW_SET,
    id: `set-${number}`,
    ownerId: 'me',
    videoId: `session-${day}`,
    exercise: 'Send-away',
    startedAt: stamp,
    createdAt: stamp,
    updatedAt: stamp,
    deletedAt: null,
    version: 1,
    ...fields,
    reps: reps.map(formatRep),
  };
  return { set, ...repsWithHits(set), day };
}
