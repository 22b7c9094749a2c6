import { useId } from 'react';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/icon.tsx';
import { TEXTS } from './texts.ts';
import { useDogChoices } from '../../forms/use-dog-choices.ts';
import type { LogFilter } from './use-log-filter.ts';

/** Search and dog. On phones they open by the button beside the title; from 768 px they stand in line with the tabs. */
export function LogFilters({ id, filter, open }: { id: string; filter: LogFilter; open: boolean }) {
  const dogs = useDogChoices(filter.dogId);
  const searchId = useId();
  const dogId = useId();
  return (
    <div
      id={id}
      role="search"
      className={classNames(
        'mb-6 gap-2 sm:grid-cols-2 md:absolute md:end-0 md:top-0 md:mb-0 md:grid md:w-[400px] md:grid-cols-[3fr_2fr]',
        open ? 'grid' : 'hidden',
      )}
    >
      <div className="relative">
        <label htmlFor={searchId} className="sr-only">
          {TEXTS.search}
        </label>
        <Icon name="search" className="absolute top-3 left-3 text-ink-3" />
        <input
          id={searchId}
          type="search"
          autoComplete="off"
          placeholder={TEXTS.searchExample}
          value={filter.search}
          onChange={(event) => filter.type(event.target.value)}
          className="input ps-11!"
        />
      </div>
      {(dogs.length > 0 || filter.dogId !== '') && (
        <div className="relative">
          <label htmlFor={dogId} className="sr-only">
            {TEXTS.dogFilter}
          </label>
          <select id={dogId} className="input" value={filter.dogId} onChange={(event) => filter.chooseDog(event.target.value)}>
            <option value="">{TEXTS.allDogs}</option>
            {dogs.map((dog) => (
              <option key={dog.id} value={dog.id}>
                {dog.name}
              </option>
            ))}
          </select>
          <Icon name="down" className="pointer-events-none absolute top-3 right-3 text-ink-2" />
        </div>
      )}
    </div>
  );
}
