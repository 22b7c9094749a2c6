import type { Cue } from '../../../api/contract/entities/cue.ts';
import { searchText } from '../../../api/contract/search-text.ts';

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
 * Matches the search text in name or description, ignoring case and accents. Matches sport and difficulty exactly; 'all'
 * means no filter (R62).
 */
export function filterCues<Row>(rows: readonly Row[], { search, sport, difficulty }: CueFilter, cueOf: (row: Row) => Cue): Row[] {
  const wanted = searchText(search.trim());
  return rows.filter((row) => {
    const cue = cueOf(row);
    return (
      (sport === ALL || cue.sport === sport) &&
      (difficulty === ALL || cue.difficulty === difficulty) &&
      (wanted === '' || searchText(cue.name).includes(wanted) || searchText(cue.description).includes(wanted))
    );
  });
}

export const isNarrowed = ({ search, sport, difficulty }: CueFilter) => search.trim() !== '' || sport !== ALL || difficulty !== ALL;
