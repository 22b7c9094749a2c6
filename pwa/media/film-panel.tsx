import type { ReactNode, Ref } from 'react';
import { IconButton } from '../components/icon-button.tsx';
import { Icon } from '../components/icon.tsx';
import { formatFilmTime } from './film-time.ts';
import { FilmTrack } from './film-track.tsx';
import { FullScreenButton } from './full-screen-button.tsx';
import type { LoopRange } from './loop-range.ts';
import { PLAYER_TEXTS } from './texts.ts';
import type { Film } from './use-film.ts';

const SPEEDS = [0.25, 0.5, 1] as const;

export interface FilmPanelProps {
  film: Film;
  /** False until the film is started. Until then only Play and the settings work. */
  started: boolean;
  onPlay: () => void;
  playButton: Ref<HTMLButtonElement>;
  /** Drawn on the track, such as the reps. */
  children?: ReactNode;
}

/** The player's controls, always visible: position and loop, single frames, slow motion (R241). */
export function FilmPanel({ film, started, onPlay, playButton, children }: FilmPanelProps) {
  const { muted, loop } = film;
  return (
    <div role="group" aria-label={PLAYER_TEXTS.controls} className="film-panel">
      <FilmTrack film={film} disabled={!started}>
        {children}
      </FilmTrack>
      <div className="film-row">
        <PlayButtons {...{ film, started, onPlay, playButton }} />
        <FilmNow film={film} />
      </div>
      <div className="film-row">
        <SpeedButtons film={film} />
        <button type="button" className="film-wide" data-on={loop ? '' : undefined} disabled={!started} onClick={film.setLoopPoint}>
          <Icon name="loop" size="small" />
          <span>{loopWords(loop)}</span>
        </button>
        <IconButton
          icon={muted ? 'soundOff' : 'sound'}
          label={PLAYER_TEXTS.mute}
          aria-pressed={muted}
          className="film-mute"
          onClick={film.toggleMuted}
        />
        <FullScreenButton />
      </div>
      <p role="status" className="sr-only">
        {loop?.to != null && PLAYER_TEXTS.looping(formatFilmTime(loop.from), formatFilmTime(loop.to))}
      </p>
    </div>
  );
}

/** Play, and a frame back or forward. */
export function PlayButtons({ film, started, onPlay, playButton }: FilmPanelProps) {
  const { playing } = film;
  return (
    <>
      <IconButton icon="frameBack" label={PLAYER_TEXTS.back} disabled={!started} onClick={() => film.step(-1)} />
      <IconButton
        ref={playButton}
        icon={playing ? 'pause' : 'play'}
        label={playing ? PLAYER_TEXTS.pause : PLAYER_TEXTS.start}
        className="film-play"
        onClick={onPlay}
      />
      <IconButton icon="frameForward" label={PLAYER_TEXTS.forward} disabled={!started} onClick={() => film.step(1)} />
    </>
  );
}

export function SpeedButtons({ film }: { film: Film }) {
  return (
    <div role="group" aria-label={PLAYER_TEXTS.speed} className="film-segments">
      {SPEEDS.map((choice) => (
        <button key={choice} type="button" aria-pressed={film.speed === choice} onClick={() => film.setSpeed(choice)}>
          {choice}×
        </button>
      ))}
    </div>
  );
}

/** The moment on screen, and below it the length or other words. */
export function FilmNow({ film: { now, length }, words }: { film: Film; words?: string }) {
  const below = words ?? (length > 0 && PLAYER_TEXTS.of(formatFilmTime(length)));
  return (
    <p className="film-now">
      {formatFilmTime(now)}
      {below && <span>{below}</span>}
    </p>
  );
}

function loopWords(loop: LoopRange): string {
  if (!loop) return PLAYER_TEXTS.loopFrom;
  return loop.to === null ? PLAYER_TEXTS.loopTo : PLAYER_TEXTS.loopOff;
}
