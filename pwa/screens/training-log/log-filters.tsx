import { classNames } from '../../components/class-names.ts';
import { FilterChoice } from '../../components/filter-choice.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { useDogChoices } from '../../forms/use-dog-choices.ts';
import { TEXTS } from './texts.ts';
import type { LogFilter } from './use-log-filter.ts';

/** Search and dog. On phones they open by the button beside the title; from 768 px they stand in line with the tabs. */
export function LogFilters({ id, filter, open }: { id: string; filter: LogFilter; open: boolean }) {
  const dogs = useDogChoices(filter.dogId);
  return (
    <div
      id={id}
      role="search"
      className={classNames(
        'mb-6 gap-2 sm:grid-cols-2 md:absolute md:end-0 md:top-0 md:mb-0 md:grid md:w-[min(25rem,100%-21rem)] md:grid-cols-[3fr_2fr] md:[&>:only-child]:col-span-2',
        open ? 'grid' : 'hidden',
      )}
    >
      <SearchBox label={TEXTS.search} placeholder={TEXTS.searchExample} value={filter.search} onType={filter.type} />
      {(dogs.length > 0 || filter.dogId !== '') && (
        <FilterChoice label={TEXTS.dogFilter} value={filter.dogId} onChoose={filter.chooseDog}>
          <option value="">{TEXTS.allDogs}</option>
          {dogs.map((dog) => (
            <option key={dog.id} value={dog.id}>
              {dog.name}
            </option>
          ))}
        </FilterChoice>
      )}
    </div>
  );
}
