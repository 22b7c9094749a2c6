import { ItemBoundary } from '../components/entry-boundary.tsx';
import { Button } from '../components/button.tsx';
import { type NotedResult, notedResults } from './noted-results.ts';
import { SET_TEXTS as TEXTS } from './texts.ts';

/** The notes may hold many results; more buttons would hide the sets. */
const OFFERED_MAX = 3;

export interface ResultOffersProps {
  /** The notes of a session. */
  notes: string;
  /** Results of its sets. */
  counted: readonly string[];
  onMake: (result: NotedResult) => void;
}

/** Offers to make a set of each result that the notes of a session have (R345). */
export function ResultOffers({ notes, counted, onMake }: ResultOffersProps) {
  return notedResults(notes, counted)
    .slice(0, OFFERED_MAX)
    .map((noted, place) => (
      <ItemBoundary key={place} what="result" resetKey={noted}>
        <Button tone="quiet" onClick={() => onMake(noted)}>
          {TEXTS.makeSet(noted.result)}
        </Button>
      </ItemBoundary>
    ));
}
