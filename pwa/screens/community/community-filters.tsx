import { SEARCH_MAX } from '../../../api/contract/limits.ts';
import { COUNTIES, SPORTS } from '../../../api/contract/places-and-sports.ts';
import { FilterChoice } from '../../components/filter-choice.tsx';
import { FilterRow } from '../../components/filter-row.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import type { FilterRoute } from '../../components/use-filter-route.ts';
import { ALL, type CommunityFilter } from './community-filter.ts';
import { TEXTS } from './texts.ts';

/** Search by name, county and sport. */
export function CommunityFilters({ controls: { shown, change } }: { controls: FilterRoute<CommunityFilter> }) {
  return (
    <FilterRow>
      <SearchBox label={TEXTS.search} maxLength={SEARCH_MAX} value={shown.search} onType={(search) => change({ search })} />
      <FilterChoice label={TEXTS.county} value={shown.county} onChoose={(county) => change({ county })}>
        <option value={ALL}>{TEXTS.allCounties}</option>
        {COUNTIES.map((county) => (
          <option key={county}>{county}</option>
        ))}
      </FilterChoice>
      <FilterChoice label={TEXTS.sport} value={shown.sport} onChoose={(sport) => change({ sport })}>
        <option value={ALL}>{TEXTS.allSports}</option>
        {SPORTS.map((sport) => (
          <option key={sport}>{sport}</option>
        ))}
      </FilterChoice>
    </FilterRow>
  );
}
