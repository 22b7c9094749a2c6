import type { Cue } from '../../../api/contract/entities/cue.ts';
import type { SharedCue } from './community-cues.ts';
import { TEXTS } from './texts.ts';

/** @param creators authors of imported cues as far as this device knows them, by the original's id */
export function creatorOfOwn({ importedFromId }: Cue, creators: ReadonlyMap<string, string>): string {
  if (importedFromId === null) return TEXTS.byYou;
  const creator = creators.get(importedFromId);
  return creator ? TEXTS.from(creator) : '';
}

export const creatorOfShared = ({ isMine, creatorName }: SharedCue): string =>
  isMine ? TEXTS.byYou : TEXTS.by(creatorName || TEXTS.namelessCreator);
