import { type ReactNode, useEffect, useRef, useState } from 'react';
import { buttonStyle } from '../components/button-style.ts';
import { Icon } from '../components/icon.tsx';
import { FilmPanel, type FilmPanelProps } from './film-panel.tsx';
import { FilmVideo } from './film-video.tsx';
import { PLAYER_TEXTS } from './texts.ts';
import { useFilm } from './use-film.ts';
import type { MediaSource } from './use-media-source.ts';
import { usePlayableFile } from './use-playable-file.ts';
import { VideoProblem } from './video-problem.tsx';

export interface VideoPlayerProps {
  title: string;
  source: MediaSource;
  /** URL of the poster; null if there is none. */
  poster: string | null;
  /** Length in seconds; null if unknown. */
  length: number | null;
  /** File name for a download. */
  fileName: string;
  /** Play at once: the person tapped the poster in the log. */
  startAtOnce?: boolean;
  /** Controls below the film; `FilmPanel` by default. */
  panel?: (props: FilmPanelProps) => ReactNode;
}

const PLAIN_PANEL = (props: FilmPanelProps) => <FilmPanel {...props} />;

/**
 * A session's film: first its poster, then the film, as large as the panel of controls allows. Its elements are rows of the
 * grid `film-view`.
 */
export function VideoPlayer({ title, source, poster, length, fileName, startAtOnce = false, panel = PLAIN_PANEL }: VideoPlayerProps) {
  const [started, setStarted] = useState(startAtOnce);
  const film = useFilm(length);
  const { address, isCopy, problem, onUndecodable, onError, retry } = usePlayableFile(source);
  const original = source.address;
  const plays = started && address !== null && problem === null;
  // Also before the address is known: the film then plays as soon as it is.
  const start = () => setStarted(true);
  const playButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The film has replaced the poster, which had the focus.
    if (plays && document.activeElement === document.body) playButton.current?.focus({ preventScroll: true });
  }, [plays]);
  return (
    <>
      <div className="film-stage">
        {problem && original ? (
          <VideoProblem
            problem={problem}
            type={source.type}
            address={original}
            fileName={fileName}
            {...(problem === 'cannot-load' && { onRetry: retry })}
          />
        ) : plays ? (
          <FilmVideo key={address} {...{ film, title, address, poster, onUndecodable, onError }} />
        ) : (
          <button type="button" aria-label={PLAYER_TEXTS.play(title)} disabled={!address} onClick={start} className="film-poster">
            {poster ? <img src={poster} alt="" /> : <Icon name="film" className="size-10!" />}
            <span>
              <Icon name="play" />
            </span>
          </button>
        )}
      </div>
      {plays && isCopy && original && (
        <p className="film-note">
          <span>{PLAYER_TEXTS.compatibleFirst}</span>
          <a href={original} download={fileName} className={buttonStyle('quiet')}>
            <Icon name="download" size="small" />
            {PLAYER_TEXTS.download}
          </a>
        </p>
      )}
      {!problem && <Panel render={panel} film={film} started={plays} onPlay={plays ? film.togglePlay : start} playButton={playButton} />}
    </>
  );
}

const Panel = ({ render, ...props }: FilmPanelProps & { render: (props: FilmPanelProps) => ReactNode }) => render(props);
