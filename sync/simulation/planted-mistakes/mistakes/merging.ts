import type { PlantedMistake } from '../planted-mistake.ts';

const merge = (test: string) => ({ file: 'api/contract/merge.test.ts', test });
const lines = (test: string) => ({ file: 'api/contract/merge-lines.test.ts', test });
const file = 'api/contract/merge.ts';

/** How the contract merges, and what its calls do to a row. */
export const MERGING: readonly PlantedMistake[] = [
  {
    name: 'a list merge is replaced by ‘mine’',
    breaks: 'A sport or title that another device added disappears.',
    file,
    old: 'return [...mine.filter((element) => !isRemovedByThem(element)), ...addedByThem];',
    new: 'return mine;',
    foundBy: merge('keeps what either side added and drops what either removed'),
  },
  {
    name: 'a list that grows is replaced by ‘mine’',
    breaks: 'Repetitions that a helper tapped on another device disappear.',
    file,
    old: 'settled[field] = united(theirs, mine);',
    new: 'settled[field] = mine;',
    foundBy: merge('adds to a list that grows, whatever its author saw, without a conflict'),
  },
  {
    name: 'a text merge doubles lines',
    breaks: 'A line that both devices typed appears twice.',
    file: 'api/contract/merge-lines.ts',
    old: 'if (!isSame(inTheirs, inMine)) merged.push(...inMine);',
    new: 'merged.push(...inMine);',
    foundBy: lines('applies the only change'),
  },
  {
    name: 'a text merge drops their lines',
    breaks: 'Where both typed, only the later lines stay.',
    file: 'api/contract/merge-lines.ts',
    old: 'merged.push(...inTheirs);',
    new: 'if (inMine.length === 0) merged.push(...inTheirs);',
    foundBy: merge('keeps both versions of conflicting lines, theirs first'),
  },
  {
    name: 'a merge takes unbounded work',
    breaks: 'Two long texts with moved lines stop the server and the phone.',
    file: 'api/contract/match-lines.ts',
    old: 'const EDITS_MAX = 100;',
    new: 'const EDITS_MAX = 100_000;',
    foundBy: lines('gives up if shared lines moved in too many places'),
  },
  {
    name: 'a displaced scalar is forgotten',
    breaks: 'The other title is gone, without a conflict to take it back from.',
    file,
    old: 'if (!isMerged) clashes.push({ field, kept: mine, other: theirs });',
    new: '',
    foundBy: merge('keeps the later scalar and stores the other as a conflict'),
  },
  {
    name: 'a field that its author left alone is overwritten',
    breaks: 'Saving a form takes back what another device changed in another field.',
    file,
    old: 'settled[field] = theirs;',
    new: 'settled[field] = mine;',
    foundBy: merge('leaves fields alone that the author did not change'),
  },
  {
    name: 'equal changes conflict',
    breaks: 'Two devices that typed the same title are asked to choose.',
    file,
    old: 'if (untouched || sameValue(theirs, mine)) {',
    new: 'if (untouched) {',
    foundBy: merge('does not report equal changes as a conflict'),
  },
  {
    name: 'orderCues drops cues that another device added',
    breaks: 'Reordering a program removes the cue that was just added on the phone.',
    file: 'api/contract/mutations/programs.ts',
    old: 'return numbered([...new Set([...named, ...members])].map((cueId) => ({ cueId })));',
    new: 'return numbered([...new Set(named)].map((cueId) => ({ cueId })));',
    foundBy: { file: 'api/contract/mutations/programs.test.ts', test: 'keeps a cue that another device added meanwhile, at the end' },
  },
  {
    name: 'orderCues brings back a removed cue',
    breaks: 'Reordering a program undoes the removal on the other device.',
    file: 'api/contract/mutations/programs.ts',
    old: 'const named = cueIds.filter((cueId) => members.has(cueId));',
    new: 'const named = cueIds;',
    foundBy: { file: 'api/contract/mutations/programs.test.ts', test: 'keeps a cue removed that another device removed meanwhile' },
  },
];
