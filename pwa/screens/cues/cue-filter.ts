import type { Cue } from '../../../api/contract/entities/cue.ts';

/** The value of a filter that matches everything. */
export const ALL = 'all';

export interface CueFilter {
  search: string;
  /** A sport, or 'all'. */
  sport: string;
  /** A difficulty, or 'all'. */
  difficulty: string;
}

/**
 * Matches the search text in name or description, ignoring case; sport and difficulty exactly, where 'all' means no
 * filter (R62).
 */
export function filterCues<Row>(rows: readonly Row[], { search, sport, difficulty }: CueFilter, cueOf: (row: Row) => Cue): Row[] {
  const wanted = search.trim().toLowerCase();
  return rows.filter((row) => {
    const cue = cueOf(row);
    return (
      (sport === ALL || cue.sport === sport) &&
      (difficulty === ALL || cue.difficulty === difficulty) &&
      (wanted === '' || cue.name.toLowerCase().includes(wanted) || cue.description.toLowerCase().includes(wanted))
    );
  });
}

export const isNarrowed = ({ search, sport, difficulty }: CueFilter) => search.trim() !== '' || sport !== ALL || difficulty !== ALL;
