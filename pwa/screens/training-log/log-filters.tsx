import { useEffect, useState } from 'react';
import { wordsOfSessions } from '../../../sync/queries/session-words.ts';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { FilterChoice } from '../../components/filter-choice.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { DogOptions } from '../../forms/dog-options.tsx';
import { useStore } from '../../sync/sync-provider.tsx';
import { DaysChoice, DaysFields } from './days-choice.tsx';
import { TEXTS } from './texts.ts';
import { useDaysChoice } from './use-days-choice.ts';
import { useFilterDogs } from './use-filter-dogs.ts';
import type { LogFilter } from './use-log-filter.ts';

/**
 * The fields for search, dog and days. On phones, a button beside the title opens them; when closed, a line shows the active
 * filter. From 768 px on they are always visible, on wide screens beside the tabs.
 */
export function LogFilters({ id, filter, open }: { id: string; filter: LogFilter; open: boolean }) {
  const { own, partners } = useFilterDogs(filter.scope, filter.dogId);
  const dogs = [...own, ...partners];
  const store = useStore();
  const [touched, setTouched] = useState(false);
  const isNear = touched || open;
  const days = useDaysChoice(filter, isNear);
  useEffect(() => {
    // Start early: the first typed letter should not wait until the whole log has been read.
    if (isNear) wordsOfSessions(store).catch(() => undefined);
  }, [isNear, store]);
  const touch = () => setTouched(true);
  return (
    <div id={id}>
      <div
        role="search"
        onFocus={touch}
        onPointerEnter={touch}
        className={classNames(
          'mb-4 gap-2 xs:grid-cols-2 xs:*:first:col-span-2 md:grid md:grid-cols-[3fr_2fr_2fr] md:*:first:col-span-1 md:[&>:nth-child(2):last-child]:col-span-2 lg:absolute lg:end-0 lg:top-0 lg:mb-0 lg:w-[min(37rem,100%-21rem)]',
          open ? 'grid' : 'hidden',
        )}
      >
        <SearchBox label={TEXTS.search} placeholder={TEXTS.searchExample} value={filter.search} onType={filter.type} />
        {(dogs.length > 0 || filter.dogId !== '') && (
          <FilterChoice label={TEXTS.dogFilter} value={filter.dogId} onChoose={filter.chooseDog}>
            <option value="">{TEXTS.allDogs}</option>
            {own.length > 0 && partners.length > 0 ? (
              <>
                <optgroup label={TEXTS.ownDogs}>
                  <DogOptions dogs={own} />
                </optgroup>
                <optgroup label={TEXTS.partnersDogs}>
                  <DogOptions dogs={partners} />
                </optgroup>
              </>
            ) : (
              <DogOptions dogs={dogs} />
            )}
          </FilterChoice>
        )}
        <DaysChoice days={days} />
      </div>
      {days.choice === 'days' && <DaysFields filter={filter} className={open ? '' : 'max-md:hidden'} />}
      {!open && filter.narrowed && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 border-y border-line text-15 md:hidden">
          <p className="min-w-0 [overflow-wrap:anywhere]">
            {TEXTS.narrowedTo(dogs.find((dog) => dog.id === filter.dogId)?.name ?? '', filter, filter.search.trim())}
          </p>
          <Button tone="quiet" onClick={filter.clear}>
            {TEXTS.showAll}
          </Button>
        </div>
      )}
    </div>
  );
}
