import { DIFFICULTIES, SPORTS } from '../../../api/contract/places-and-sports.ts';
import { FilterChoice } from '../../components/filter-choice.tsx';
import { FilterRow } from '../../components/filter-row.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import type { FilterRoute } from '../../components/use-filter-route.ts';
import { ALL, type CueFilter } from './cue-filter.ts';
import { TEXTS } from './texts.ts';

/** Search text, sport and difficulty. */
export function CueFilters({ controls: { shown, change } }: { controls: FilterRoute<CueFilter> }) {
  return (
    <FilterRow>
      <SearchBox label={TEXTS.search} value={shown.search} onType={(search) => change({ search })} />
      <FilterChoice label={TEXTS.sportFilter} value={shown.sport} onChoose={(sport) => change({ sport })}>
        <option value={ALL}>{TEXTS.allSports}</option>
        {SPORTS.map((sport) => (
          <option key={sport}>{sport}</option>
        ))}
      </FilterChoice>
      <FilterChoice label={TEXTS.difficultyFilter} value={shown.difficulty} onChoose={(difficulty) => change({ difficulty })}>
        <option value={ALL}>{TEXTS.allDifficulties}</option>
        {DIFFICULTIES.map((difficulty) => (
          <option key={difficulty} value={difficulty}>
            {TEXTS.difficulties[difficulty]}
          </option>
        ))}
      </FilterChoice>
    </FilterRow>
  );
}
