import { typedIn } from '../../api/contract/reps.ts';
import { repsInWords } from '../../api/contract/set-words.ts';
import type { SetCard } from '../../sync/queries/sets.ts';
import { classNames } from '../components/class-names.ts';

/** More knots than this are drawn smaller. */
const MANY = 8;

export interface RepsProps extends Pick<SetCard, 'reps' | 'hits'> {
  /** Whether the server has them; left out where it does not matter. */
  sync?: SetCard['sync'];
  /** For field mode. */
  big?: boolean;
  /** How many reps the set should have: the missing ones appear as dots. */
  asked?: number;
}

/**
 * The reps of a set as knots on a line: filled for a hit, open for a miss, half filled for helped. Dashed until synced; no line
 * once synced if typed.
 */
export function Reps({ reps, hits, sync, big = false, asked = 0 }: RepsProps) {
  if (reps.length === 0 && asked === 0) return null;
  const typed = typedIn(reps);
  const label = repsInWords(
    hits,
    reps.map(({ kind }) => kind),
    typed,
  );
  return (
    <span
      role="img"
      aria-label={label}
      className={classNames(
        'reps',
        big && 'big',
        Math.max(reps.length, asked) > MANY && 'many',
        typed > 0 && typed === reps.length && 'typed',
      )}
      data-unsynced={(sync && sync.state !== 'synced') || undefined}
    >
      {reps.map(({ id, kind }) => (
        <i key={id} className={kind} />
      ))}
      {Array.from({ length: asked - reps.length }, (_, place) => (
        <i key={place} className="next" />
      ))}
    </span>
  );
}
