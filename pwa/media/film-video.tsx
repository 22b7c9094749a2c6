import type { Film } from './use-film.ts';
import { PLAYER_TEXTS } from './texts.ts';
import { useShownFrames } from './use-shown-frames.ts';

export interface FilmVideoProps {
  film: Film;
  title: string;
  address: string;
  /** URL of the poster; null if there is none. */
  poster: string | null;
  onUndecodable: () => void;
  /** @param code of the MediaError */
  onError: (code: number | undefined) => void;
}

/**
 * The film itself, without the browser's controls. It plays when it appears: `VideoPlayer` renders it after a tap, or at
 * once with `startAtOnce`, which video-screen.tsx sets. A tap on the film plays or pauses it.
 */
export function FilmVideo({ film, title, address, poster, onUndecodable, onError }: FilmVideoProps) {
  const { video, muted, events } = film;
  useShownFrames(video, (_element, mediaTime) => events.shown(mediaTime));
  return (
    <video
      ref={video}
      src={address}
      {...(poster && { poster })}
      aria-label={PLAYER_TEXTS.video(title)}
      autoPlay
      playsInline
      muted={muted}
      onClick={film.togglePlay}
      onLoadedMetadata={({ currentTarget }) => {
        events.loaded(currentTarget);
        // Browsers play the audio of a video whose frames they cannot decode.
        if (currentTarget.videoWidth === 0) onUndecodable();
      }}
      onDurationChange={({ currentTarget }) => events.lengthKnown(currentTarget.duration)}
      onPlay={() => events.playing(true)}
      onPause={() => events.playing(false)}
      onSeeked={events.sought}
      onEnded={events.ended}
      onError={({ currentTarget }) => onError(currentTarget.error?.code)}
    />
  );
}
