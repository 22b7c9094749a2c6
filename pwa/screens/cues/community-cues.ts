import type { Cue, CueAnswer } from '../../../api/contract/entities/cue.ts';

/** What the Community tab shows of a cue. */
export interface SharedCue {
  cue: Cue;
  creatorName: string;
  isMine: boolean;
}

/**
 * Everyone's public cues and partners' friends cues as one list, newest first, each once. One's own stand as they are
 * on this device: withdrawn or deleted ones are gone at once, whatever the list still says.
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

/** Ids of the cues that one has a copy of. */
export const importedIds = (own: readonly Cue[]): ReadonlySet<string> => new Set(own.flatMap(({ importedFromId }) => importedFromId ?? []));
