import type { SetCard } from '../../sync/queries/sets.ts';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { Reps } from './reps.tsx';
import { resultWords, setName } from '../../api/contract/set-words.ts';
import { SET_TEXTS as TEXTS } from './texts.ts';

/** More would hide the next sessions. */
const SHOWN_MAX = 4;

interface SetResultsProps {
  sets: readonly SetCard[];
  /** The session's title: an exercise of this name shows only its criterion. */
  title: string;
}

/** The results of a session on its card in the log: a line per set that has reps (R352). */
export function SetResults({ sets, title }: SetResultsProps) {
  const counted = sets.filter(({ reps }) => reps.length > 0);
  const rest = counted.length - SHOWN_MAX;
  if (counted.length === 0) return null;
  return (
    <ul className="set-results">
      {counted.slice(0, SHOWN_MAX).map((card) => (
        <ItemBoundary key={card.set.id} what="set" id={card.set.id} resetKey={card}>
          <li>
            <span dir="auto" className="set-name">
              {setName(card.set, title)}
            </span>
            <Reps {...card} />
            <b>{resultWords(card)}</b>
          </li>
        </ItemBoundary>
      ))}
      {rest > 0 && <li className="text-ink-3">{TEXTS.moreSets(rest)}</li>}
    </ul>
  );
}
