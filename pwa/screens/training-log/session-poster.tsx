import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { SessionCard } from '../../../sync/queries/sessions.ts';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/icon.tsx';
import { formatLength } from '../../dates/format-date.ts';
import { narrowSources, posterPath } from '../../media/poster-path.ts';
import { hasUprightShape, learnShape } from '../../media/poster-shapes.ts';
import { usePosterSource } from '../../media/use-poster-source.ts';
import { TEXTS } from './texts.ts';

export interface SessionPosterProps {
  card: SessionCard;
  /** Whether the still is upright and shown beside the words. */
  upright: boolean;
  /** Called when the loaded still has the other shape, unless the change would move what the person sees. */
  onShape: (upright: boolean) => void;
  className: string;
}

/** Whether a session has media, on this device or on the server. */
export const hasMedia = ({ media, video }: SessionCard) => media !== null || video.videoUrl !== null;

/** The video's poster or the picture; links to the session's page, where the video plays. */
export function SessionPoster({ card: { media, video }, upright, onShape, className }: SessionPosterProps) {
  const isPicture = (media?.type ?? video.mediaType ?? '').startsWith('image/');
  const path = posterPath(video);
  const source = usePosterSource(media, path);
  const [broken, setBroken] = useState<string | null>(null);
  /** Whether to show the whole still in a frame of the other shape. */
  const [fits, setFits] = useState(false);
  const seconds = media?.durationSeconds ?? video.durationSeconds;
  const length = seconds == null || isPicture ? null : formatLength(seconds);
  const learn = (image: HTMLImageElement) => {
    const now = hasUprightShape({ width: image.naturalWidth, height: image.naturalHeight });
    if (path) learnShape(path, now);
    if (now === upright) return;
    if (image.getBoundingClientRect().top > innerHeight) onShape(now);
    else setFits(true);
  };
  return (
    <Link
      to={`/video/${video.id}`}
      state={{ fromLog: true, play: true }}
      aria-label={isPicture ? TEXTS.openPicture(video.title) : TEXTS.playVideo(video.title, length)}
      className={classNames(
        'session-poster relative grid place-items-center overflow-hidden rounded-card bg-sunken text-ink-3',
        upright ? 'aspect-[3/4]' : 'aspect-video',
        className,
      )}
    >
      {source && source !== broken ? (
        <img
          src={source}
          {...(source === path && narrowSources(path))}
          alt=""
          loading="lazy"
          decoding="async"
          className={classNames('absolute inset-0 size-full', fits ? 'object-contain' : 'object-cover')}
          onLoad={({ currentTarget }) => learn(currentTarget)}
          onError={() => setBroken(source)}
        />
      ) : (
        <Icon name={isPicture ? 'picture' : 'film'} className="size-10!" />
      )}
      {!isPicture && (
        <span
          className={classNames(
            'absolute grid place-items-center rounded-full bg-(--scrim) text-(--on-scrim)',
            upright ? 'bottom-2 left-2 size-10' : 'bottom-3 left-3 size-12',
          )}
        >
          <Icon name="play" />
        </span>
      )}
      {length && (
        <span className="absolute right-2 bottom-2 rounded-[4px] bg-(--scrim) px-1.5 text-13 font-semi text-(--on-scrim)">{length}</span>
      )}
    </Link>
  );
}
