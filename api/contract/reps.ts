/** What a dog did in one repetition. `helped` is no hit: in the share of hits it counts like a miss (R341). */
export const REP_KINDS = ['hit', 'miss', 'helped'] as const;
export type RepKind = (typeof REP_KINDS)[number];

/** One repetition. Typed ones have no moment, and so no order among themselves. */
export interface Rep {
  /** Eight characters, random, the same on every device. */
  id: string;
  kind: RepKind;
  /** Milliseconds since 1970; null if it was typed. */
  at: number | null;
  /** Where it is in the session's film, in milliseconds; null if it was not marked there. */
  filmMs: number | null;
  /** From the cue to the response, in milliseconds; null if it was not measured. */
  latencyMs: number | null;
}

/** Counted elsewhere and typed as a result: without a moment, and so without an order. */
const isTyped = ({ at, filmMs }: Rep): boolean => at === null && filmMs === null;

/** How many were typed. */
export const typedIn = (reps: readonly Rep[]): number => reps.filter(isTyped).length;

/** Base 36: room for any moment, and for a film of a day. */
const NUMBER = '[0-9a-z]{1,9}';
/** A rep as a set holds it: a text that never changes, such as `k3f9a1b2 hit at mhq2k9zs film 9ix took rs`. */
export const REP = new RegExp(`^([0-9a-z]{8}) (hit|miss|helped)(?: at (${NUMBER}))?(?: film (${NUMBER}))?(?: took (${NUMBER}))?$`);
export const REP_ID = /^[0-9a-z]{8}$/;

export function formatRep({ id, kind, at, filmMs, latencyMs }: Rep): string {
  const numbers = Object.entries({ at, film: filmMs, took: latencyMs }).flatMap(([name, value]) =>
    value === null ? [] : [name, value.toString(36)],
  );
  return [id, kind, ...numbers].join(' ');
}

/** Null for a text of a kind that only a newer version knows. */
export function parseRep(text: string): Rep | null {
  const [, id, kind, at, film, took] = REP.exec(text) ?? [];
  if (id === undefined) return null;
  const number = (digits: string | undefined) => (digits === undefined ? null : Number.parseInt(digits, 36));
  return { id, kind: kind as RepKind, at: number(at), filmMs: number(film), latencyMs: number(took) };
}

/**
 * The reps that count: those that were not struck, each once. In order of time, or of the film if all were marked there.
 * Typed ones follow, in the order of the set.
 */
export function standingReps({ reps, struck }: { reps: readonly string[]; struck: readonly string[] }): Rep[] {
  const gone = new Set(struck);
  const byId = new Map<string, Rep>();
  for (const rep of reps.flatMap((text) => parseRep(text) ?? [])) if (!gone.has(rep.id) && !byId.has(rep.id)) byId.set(rep.id, rep);
  const standing = [...byId.values()];
  const inFilm = standing.every(({ filmMs }) => filmMs !== null);
  const orderOf = (rep: Rep) => (isTyped(rep) ? Number.MAX_VALUE : ((inFilm ? rep.filmMs : rep.at) ?? Number.MAX_SAFE_INTEGER));
  return standing.toSorted((a, b) => orderOf(a) - orderOf(b) || (a.at !== null && a.id < b.id ? -1 : 0));
}

export const hitsIn = (kinds: readonly RepKind[]): number => kinds.filter((kind) => kind === 'hit').length;

export interface RepCounts {
  hits: number;
  /** All that stand: hits, misses and helped. */
  reps: number;
}

/** The reps that count, in order, and how many of them are hits. */
export function repsWithHits(set: { reps: readonly string[]; struck: readonly string[] }): { reps: Rep[]; hits: number } {
  const reps = standingReps(set);
  return { reps, hits: hitsIn(reps.map(({ kind }) => kind)) };
}

export function countReps(set: { reps: readonly string[]; struck: readonly string[] }): RepCounts {
  const { reps, hits } = repsWithHits(set);
  return { hits, reps: reps.length };
}
