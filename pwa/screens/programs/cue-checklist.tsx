import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router-dom';
import { searchText } from '../../../api/contract/search-text.ts';
import { openedHere } from '../../components/use-dialog-route.ts';
import { SearchBox } from '../../components/search-box.tsx';
import { TEXTS } from './texts.ts';
import type { CueChoice } from './use-cue-choices.ts';

/** Show the search box from this many cues on. */
const SEARCHED_FROM = 10;
/** List at most this many; the search finds the rest. */
const LISTED_MAX = 100;

export interface CueChecklistProps {
  choices: readonly CueChoice[];
  chosen: readonly string[];
  onChange: (cueIds: string[]) => void;
}

/** The person's cues as checkboxes. */
export function CueChecklist({ choices, chosen, onChange }: CueChecklistProps) {
  const [typed, setTyped] = useState('');
  const wanted = searchText(useDeferredValue(typed).trim());
  const found = wanted === '' ? choices : choices.filter(({ name, sport }) => searchText(`${name}\n${sport}`).includes(wanted));
  const toggle = (id: string, on: boolean) => onChange(on ? [...chosen, id] : chosen.filter((each) => each !== id));

  if (choices.length === 0) {
    return (
      <p className="text-15 text-ink-2">
        {TEXTS.fields.noCues}{' '}
        <Link
          to="/cues?tab=mine&dialog=create-cue"
          state={openedHere('create-cue')}
          className="inline-flex min-h-12 items-center font-semi text-primary underline"
        >
          {TEXTS.fields.createCue}
        </Link>
      </p>
    );
  }
  return (
    <>
      {choices.length >= SEARCHED_FROM && <SearchBox label={TEXTS.fields.findCue} value={typed} onType={setTyped} />}
      {found.length === 0 && <p className="text-15 text-ink-2">{TEXTS.fields.noneFound}</p>}
      <ul className="divide-y divide-line">
        {found.slice(0, LISTED_MAX).map(({ id, name, sport }) => (
          <li key={id}>
            <label className="flex min-h-12 flex-wrap items-center gap-x-3 py-1">
              <input
                type="checkbox"
                className="check-box"
                checked={chosen.includes(id)}
                onChange={(event) => toggle(id, event.target.checked)}
              />
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                <bdi>{name}</bdi>
              </span>
              <span className="text-15 text-ink-3">{sport}</span>
            </label>
          </li>
        ))}
      </ul>
      {found.length > LISTED_MAX && <p className="text-15 text-ink-2">{TEXTS.fields.more(found.length - LISTED_MAX)}</p>}
    </>
  );
}
