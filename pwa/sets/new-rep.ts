import { formatRep, type RepKind } from '../../api/contract/reps.ts';
import type { Ports } from '../../sync/ports/ports.ts';

const ID_LENGTH = 8;

/** The text of a new rep. @param at null for a typed one @param filmMs null for one that was not marked in a film */
export function newRep(ports: Pick<Ports, 'newId'>, kind: RepKind, at: number | null, filmMs: number | null = null): string {
  // The first block of a random id: 32 bits, unique among the few reps of a set.
  const id = ports.newId().slice(0, ID_LENGTH);
  return formatRep({ id, kind, at, filmMs, latencyMs: null });
}
