import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { formatFilmTime } from './film-time.ts';
import { PLAYER_TEXTS } from './texts.ts';
import type { Film } from './use-film.ts';

/** The seconds by which each key moves the playhead. */
const STEPS: Record<string, number | undefined> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 };

export interface FilmTrackProps {
  film: Film;
  disabled: boolean;
  /** Drawn on the line, such as the reps. */
  children?: ReactNode;
}

/** The film as a line, with the loop from A to B and the playhead. The grip of the playhead hangs below the line. */
export function FilmTrack({ film, disabled, children }: FilmTrackProps) {
  const { now, length, loop, playing } = film;
  const playsAfter = useRef(false);
  const dragged = useRef(false);
  const percentOf = (seconds: number) => `${length > 0 ? (seconds / length) * 100 : 0}%`;

  const seekTo = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    film.seek(((clientX - left) / width) * length);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (disabled || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    dragged.current = true;
    playsAfter.current = playing;
    film.video.current?.pause();
    seekTo(event);
  };
  const onRelease = () => {
    if (dragged.current && playsAfter.current) film.togglePlay();
    dragged.current = false;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { Home: 0, End: length }[event.key] ?? now + (STEPS[event.key] ?? Number.NaN);
    if (disabled || Number.isNaN(to)) return;
    event.preventDefault();
    film.seek(to);
  };
  // Omit hundredths while the film plays: a screen reader would never finish reading them.
  const said = playing ? Math.floor(now) : now;
  return (
    <div
      className="film-track"
      role="slider"
      tabIndex={disabled ? -1 : 0}
      aria-label={PLAYER_TEXTS.position}
      aria-disabled={disabled}
      aria-valuemin={0}
      aria-valuemax={length}
      aria-valuenow={said}
      aria-valuetext={`${formatFilmTime(said)} ${PLAYER_TEXTS.of(formatFilmTime(length))}`}
      style={
        { '--now': percentOf(now), '--from': loop && percentOf(loop.from), '--to': loop?.to != null && percentOf(loop.to) } as CSSProperties
      }
      onPointerDown={onPointerDown}
      onPointerMove={(event) => dragged.current && seekTo(event)}
      onPointerUp={onRelease}
      onPointerCancel={onRelease}
      onKeyDown={onKeyDown}
    >
      {children}
      {loop?.to != null && <span className="film-loop" />}
      {loop && <span className="film-point" data-point="A" />}
      {loop?.to != null && <span className="film-point" data-point="B" />}
      <span className="film-head" />
    </div>
  );
}
