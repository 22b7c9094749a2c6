import type { Cue, CueAnswer } from '../../../api/contract/entities/cue.ts';

/** A cue as the Community tab shows it. */
export interface SharedCue {
  cue: Cue;
  creatorName: string;
  isMine: boolean;
}

/**
 * Public cues and cues that partners share as one list, newest first, without duplicates. The person's own cues come from
 * this device, so a withdrawn or deleted one disappears at once, even if the server's list still has it.
 */
export function sharedCues(lists: readonly (readonly CueAnswer[] | undefined)[], own: readonly Cue[], userId: string): SharedCue[] {
  const ownById = new Map(own.map((cue) => [cue.id, cue]));
  const byId = new Map(lists.flatMap((list) => list ?? []).map((cue) => [cue.id, cue]));
  const shown = [...byId.values()].flatMap(({ creatorName, ...answered }): SharedCue[] => {
    const isMine = answered.ownerId === userId;
    const cue = isMine ? ownById.get(answered.id) : answered;
    return cue && (!isMine || cue.visibility === 'public') ? [{ cue, creatorName, isMine }] : [];
  });
  return shown.toSorted((a, b) => (a.cue.createdAt < b.cue.createdAt ? 1 : -1));
}

/** Ids of the cues that the person has imported. */
export const importedIds = (own: readonly Cue[]): ReadonlySet<string> => new Set(own.flatMap(({ importedFromId }) => importedFromId ?? []));
