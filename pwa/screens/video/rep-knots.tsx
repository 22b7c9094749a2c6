import type { CSSProperties } from 'react';
import { clipOf, type FilmRep } from './film-reps.ts';

interface RepKnotsProps {
  reps: readonly FilmRep[];
  /** Length of the film in seconds. */
  length: number;
  /** The reps whose clips are drawn too. */
  clips?: readonly FilmRep[];
}

/** The reps as knots on the film's track. The list of reps says the same in words. */
export function RepKnots({ reps, length, clips = [] }: RepKnotsProps) {
  if (length === 0) return null;
  const percent = (seconds: number) => `${(seconds / length) * 100}%`;
  return (
    <span aria-hidden="true">
      {clips.map((rep) => {
        const { from, to } = clipOf(rep, length);
        return <span key={rep.id} className="film-clip" style={{ '--from': percent(from), '--to': percent(to) } as CSSProperties} />;
      })}
      {reps.map(({ id, kind, seconds }) => (
        <i key={id} className={`film-rep ${kind}`} style={{ '--at': percent(seconds) } as CSSProperties} />
      ))}
    </span>
  );
}
