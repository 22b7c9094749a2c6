import { useEffect, useEffectEvent, useState } from 'react';
import type { RepKind } from '../../../api/contract/reps.ts';
import type { SetCard } from '../../../sync/queries/sets.ts';
import { Icon } from '../../components/icon.tsx';
import { type FilmPanelProps, FilmNow } from '../../media/film-panel.tsx';
import { FilmTrack } from '../../media/film-track.tsx';
import { PLAYER_TEXTS } from '../../media/texts.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { criterionWords, resultWords } from '../../../api/contract/set-words.ts';
import { useRepKeys } from '../../sets/use-rep-keys.ts';
import type { FilmRep } from './film-reps.ts';
import { RepKnots } from './rep-knots.tsx';
import { FILM_TEXTS as TEXTS } from './texts.ts';
import { NEW_SET, useMarking } from './use-marking.ts';

interface MarkPanelProps extends FilmPanelProps {
  video: { id: string; title: string };
  cards: readonly SetCard[];
  reps: readonly FilmRep[];
}

/** Marks reps while the film plays: each tap is a rep at the moment on screen (R349). */
export function MarkPanel({ video, cards, reps, film, started, onPlay, playButton }: MarkPanelProps) {
  const { card, choose, mark, undo } = useMarking(film, video, cards);
  const [said, say] = useState<RepKind | 'undone' | null>(null);
  const start = useEffectEvent(() => {
    if (!started) onPlay();
  });
  useEffect(() => start(), []);
  const tap = async (kind: RepKind) => {
    if (started && (await mark(kind))) say(kind);
  };
  const takeBack = async () => {
    if (await undo()) say('undone');
  };
  useRepKeys({ m: () => void tap('miss'), h: () => void tap('hit'), u: () => void takeBack() });
  const result = card ? resultWords(card) : '';
  return (
    <div role="group" aria-label={PLAYER_TEXTS.controls} className="film-panel film-marks">
      <FilmTrack film={film} disabled={!started}>
        <RepKnots reps={reps} length={film.length} />
      </FilmTrack>
      <div className="film-row">
        <IconButton
          ref={playButton}
          icon={film.playing ? 'pause' : 'play'}
          label={film.playing ? PLAYER_TEXTS.pause : PLAYER_TEXTS.start}
          className="film-play"
          onClick={onPlay}
        />
        <button
          type="button"
          className="film-wide"
          disabled={!card?.reps.some(({ filmMs }) => filmMs !== null)}
          onClick={() => void takeBack()}
        >
          <Icon name="undo" size="small" />
          <span>{TEXTS.undo}</span>
        </button>
        <button type="button" className="film-wide" disabled={!started} onClick={() => void tap('helped')}>
          <span aria-hidden="true" className="mark helped" />
          <span>{TEXTS.helped}</span>
        </button>
        <FilmNow film={film} words={result} />
      </div>
      {cards.length > 0 && (
        <select
          className="input"
          aria-label={TEXTS.exercise}
          value={card?.set.id ?? NEW_SET}
          onChange={({ target }) => {
            choose(target.value);
            // The next M, H or U is a rep. Keyboard users stay in the list.
            if (!target.matches(':focus-visible')) target.blur();
          }}
        >
          {cards.map((each) => (
            <option key={each.set.id} value={each.set.id}>
              {[each.set.exercise, criterionWords(each.set), resultWords(each)].filter(Boolean).join(', ')}
            </option>
          ))}
          <option value={NEW_SET}>{TEXTS.newSet(video.title)}</option>
        </select>
      )}
      <div className="film-halves">
        {(['miss', 'hit'] as const).map((kind) => (
          <button key={kind} type="button" className={kind} disabled={!started} onClick={() => void tap(kind)}>
            <span aria-hidden="true" className={`mark ${kind}`} />
            {TEXTS[kind]}
          </button>
        ))}
      </div>
      <p role="status" className="sr-only">
        {said && `${TEXTS.said[said]}. ${result}`}
      </p>
    </div>
  );
}
