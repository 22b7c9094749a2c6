import { useId } from 'react';
import { DIFFICULTIES, SPORTS } from '../../../api/contract/places-and-sports.ts';
import { Icon } from '../../components/icon.tsx';
import { ALL } from './cue-filter.ts';
import { TEXTS } from './texts.ts';
import type { CueFilterControls } from './use-cue-filter.ts';

/** Search text, sport and difficulty. */
export function CueFilters({ controls: { filter, change } }: { controls: CueFilterControls }) {
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
          placeholder={TEXTS.search}
          value={filter.search}
          onChange={(event) => change({ search: event.target.value })}
          className="input ps-11!"
        />
      </div>
      <Choice label={TEXTS.sportFilter} all={TEXTS.allSports} value={filter.sport} onChoose={(sport) => change({ sport })}>
        {SPORTS.map((sport) => (
          <option key={sport}>{sport}</option>
        ))}
      </Choice>
      <Choice
        label={TEXTS.difficultyFilter}
        all={TEXTS.allDifficulties}
        value={filter.difficulty}
        onChoose={(difficulty) => change({ difficulty })}
      >
        {DIFFICULTIES.map((difficulty) => (
          <option key={difficulty} value={difficulty}>
            {TEXTS.difficulties[difficulty]}
          </option>
        ))}
      </Choice>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  all: string;
  value: string;
  onChoose: (value: string) => void;
  children: React.ReactNode;
}

function Choice({ label, all, value, onChoose, children }: ChoiceProps) {
  return (
    <div className="relative">
      <select aria-label={label} className="input" value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value={ALL}>{all}</option>
        {children}
      </select>
      <Icon name="down" className="pointer-events-none absolute top-3 right-3 text-ink-2" />
    </div>
  );
}
