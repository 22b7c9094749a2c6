import type { SharedResult } from '../../api/contract/entities/video.ts';
import { hitsIn } from '../../api/contract/reps.ts';
import { resultWords, setName } from '../../api/contract/set-words.ts';
import { ItemBoundary } from '../components/entry-boundary.tsx';
import { Reps } from './reps.tsx';

/** The results of a session that is shared by link, if its owner shows them (R355). */
export function ResultsByLink({ results, title }: { results: readonly SharedResult[]; title: string }) {
  if (results.length === 0) return null;
  return (
    <ul className="set-results">
      {results.map((set, place) => {
        const inOrder = set.kinds.length - set.typed;
        const reps = set.kinds.map((kind, at) => ({ id: String(at), kind, at: at < inOrder ? at : null, filmMs: null, latencyMs: null }));
        const hits = hitsIn(set.kinds);
        return (
          <ItemBoundary key={place} what="set" id={String(place)} resetKey={set}>
            <li>
              <span dir="auto" className="set-name">
                {setName(set, title)}
              </span>
              <Reps {...{ reps, hits }} sync={{ state: 'synced' }} />
              <b>{resultWords({ hits, reps })}</b>
            </li>
          </ItemBoundary>
        );
      })}
    </ul>
  );
}
