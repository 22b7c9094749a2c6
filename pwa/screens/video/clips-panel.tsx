import { useEffect, useEffectEvent, useState } from 'react';
import type { RepKind } from '../../../api/contract/reps.ts';
import { Icon } from '../../components/icon.tsx';
import { type FilmPanelProps, PlayButtons, SpeedButtons, FilmNow } from '../../media/film-panel.tsx';
import { formatFilmTime } from '../../media/film-time.ts';
import { FilmTrack } from '../../media/film-track.tsx';
import { PLAYER_TEXTS } from '../../media/texts.ts';
import type { FilmRep } from './film-reps.ts';
import { RepKnots } from './rep-knots.tsx';
import { FILM_TEXTS as TEXTS } from './texts.ts';
import { useClips } from './use-clips.ts';

type Shown = RepKind | 'all';
const CHOICES = ['miss', 'hit', 'all'] as const;

/** The reps of the film as chapters, which play one after the other: the misses, the hits or all (R350). */
export function ClipsPanel({ reps, ...panel }: FilmPanelProps & { reps: readonly FilmRep[] }) {
  const { started, onPlay } = panel;
  const some = CHOICES.filter((choice) => choice === 'all' || reps.some(({ kind }) => kind === choice));
  const [chosen, choose] = useState<Shown>('miss');
  const shown = some.find((choice) => choice === chosen) ?? some[0] ?? 'all';
  const listed = shown === 'all' ? reps : reps.filter(({ kind }) => kind === shown);
  const start = useEffectEvent(() => {
    if (!started) onPlay();
  });
  useEffect(() => start(), []);
  return (
    <div role="group" aria-label={PLAYER_TEXTS.controls} className="film-panel">
      <Chapters key={shown} {...panel} reps={reps} listed={listed}>
        <div role="group" aria-label={TEXTS.which} className="film-segments film-which">
          {some.map((choice) => (
            <button key={choice} type="button" aria-pressed={shown === choice} onClick={() => choose(choice)}>
              {TEXTS.lists[choice]}
            </button>
          ))}
        </div>
      </Chapters>
    </div>
  );
}

interface ChaptersProps extends FilmPanelProps {
  reps: readonly FilmRep[];
  listed: readonly FilmRep[];
}

function Chapters({ reps, listed, children, ...panel }: ChaptersProps) {
  const { film, started } = panel;
  const clips = useClips(film, listed);
  return (
    <>
      <FilmTrack film={film} disabled={!started}>
        <RepKnots reps={reps} length={film.length} clips={listed} />
      </FilmTrack>
      <div className="film-row">
        <PlayButtons {...panel} />
        <FilmNow film={film} />
      </div>
      <ol aria-label={TEXTS.chapters} className="film-chapters">
        {listed.map((rep, place) => (
          <li key={rep.id}>
            <button type="button" aria-current={place === clips.place || undefined} onClick={() => clips.play(rep)}>
              <span aria-hidden="true" className={`mark ${rep.kind}`} />
              <span className="sr-only">{TEXTS.kinds[rep.kind]} </span>
              {formatFilmTime(rep.seconds)}
              <small dir="auto">{TEXTS.chapter(rep.number, rep.exercise)}</small>
            </button>
          </li>
        ))}
      </ol>
      <div className="film-row">
        {children}
        <SpeedButtons film={film} />
        <button type="button" className="film-wide" disabled={!started} onClick={clips.next}>
          {TEXTS.next}
          <Icon name="forward" size="small" />
        </button>
      </div>
      <p role="status" className="sr-only">
        {clips.place >= 0 && TEXTS.playing(clips.place + 1, listed.length)}
      </p>
    </>
  );
}
