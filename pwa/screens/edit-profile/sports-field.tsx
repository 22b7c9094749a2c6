import { useId } from 'react';
import { SPORTS } from '../../../api/contract/places-and-sports.ts';
import { Icon } from '../../components/icon.tsx';
import { TEXTS } from './texts.ts';

export interface SportsFieldProps {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** All sports as a checklist; chosen ones also appear as removable badges. */
export function SportsField({ chosen, onChange }: SportsFieldProps) {
  const groupId = useId();
  const without = (sport: string) => chosen.filter((name) => name !== sport);
  return (
    <fieldset className="min-w-0">
      <legend className="text-15 font-semi">{TEXTS.fields.sports}</legend>
      {chosen.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-2">
          {chosen.map((sport) => (
            <li key={sport}>
              <button
                type="button"
                aria-label={TEXTS.fields.removeSport(sport)}
                className="inline-flex min-h-12 items-center gap-1.5 rounded-control border border-control px-3 text-15 font-semi text-ink-2 hover:bg-sunken"
                onClick={() => {
                  onChange(without(sport));
                  // The focused badge disappears; move the focus to its checkbox.
                  document.getElementById(`${groupId}-${sport}`)?.focus();
                }}
              >
                {sport}
                <Icon name="close" size="small" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(min(100%,220px),1fr))] gap-x-4">
        {SPORTS.map((sport) => (
          <label key={sport} className="flex min-h-12 items-center gap-3">
            <input
              id={`${groupId}-${sport}`}
              type="checkbox"
              className="check-box"
              checked={chosen.includes(sport)}
              onChange={({ target }) => onChange(target.checked ? [...chosen, sport] : without(sport))}
            />
            {sport}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
