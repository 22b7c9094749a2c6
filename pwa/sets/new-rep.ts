import { formatRep, type RepKind } from '../../api/contract/reps.ts';
import type { Ports } from '../../sync/ports/ports.ts';

const ID_LENGTH = 8;

/** The first block of a random id: 32 bits, unique among the few reps of a set and exercises of a plan. */
export const shortId = (ports: Pick<Ports, 'newId'>): string => ports.newId().slice(0, ID_LENGTH);

/** The text of a new rep. @param at null for a typed one @param filmMs null for one that was not marked in a film */
export function newRep(ports: Pick<Ports, 'newId'>, kind: RepKind, at: number | null, filmMs: number | null = null): string {
  return formatRep({ id: shortId(ports), kind, at, filmMs, latencyMs: null });
}
