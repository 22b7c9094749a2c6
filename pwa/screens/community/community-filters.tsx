import { useId } from 'react';
import { SEARCH_MAX } from '../../../api/contract/limits.ts';
import { COUNTIES, SPORTS } from '../../../api/contract/places-and-sports.ts';
import { Icon } from '../../components/icon.tsx';
import { ALL } from './community-filter.ts';
import { TEXTS } from './texts.ts';
import type { CommunityFilterControls } from './use-community-filter.ts';

/** Search by name, county and sport. */
export function CommunityFilters({ controls: { shown, change } }: { controls: CommunityFilterControls }) {
  const searchId = useId();
  return (
    <div role="search" className="grid gap-2 xs:grid-cols-2 md:grid-cols-[2fr_1fr_1fr] md:gap-4">
      <div className="relative xs:col-span-2 md:col-span-1">
        <label htmlFor={searchId} className="sr-only">
          {TEXTS.search}
        </label>
        <Icon name="search" className="absolute top-3 left-3 text-ink-3" />
        <input
          id={searchId}
          type="search"
          autoComplete="off"
          maxLength={SEARCH_MAX}
          placeholder={TEXTS.search}
          value={shown.search}
          onChange={(event) => change({ search: event.target.value })}
          className="input ps-11!"
        />
      </div>
      <Choice label={TEXTS.county} all={TEXTS.allCounties} names={COUNTIES} value={shown.county} onChoose={(county) => change({ county })} />
      <Choice label={TEXTS.sport} all={TEXTS.allSports} names={SPORTS} value={shown.sport} onChoose={(sport) => change({ sport })} />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  all: string;
  names: readonly string[];
  value: string;
  onChoose: (value: string) => void;
}

function Choice({ label, all, names, value, onChoose }: ChoiceProps) {
  return (
    <div className="relative">
      <select aria-label={label} className="input" value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value={ALL}>{all}</option>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <Icon name="down" className="pointer-events-none absolute top-3 right-3 text-ink-2" />
    </div>
  );
}
