import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { SessionCard } from '../../../sync/queries/sessions.ts';
import { Icon } from '../../components/icon.tsx';
import { formatLength } from '../../dates/format-date.ts';
import { narrowSources, posterPath } from '../../media/poster-path.ts';
import { usePosterSource } from '../../media/use-poster-source.ts';
import { TEXTS } from './texts.ts';

export interface SessionPosterProps {
  card: SessionCard;
  className: string;
}

/** Whether a session has media, on this device or on the server. */
export const hasMedia = ({ media, video }: SessionCard) => media !== null || video.videoUrl !== null;

/** The video's poster or the picture; links to the session's page, where the video plays. */
export function SessionPoster({ card: { media, video }, className }: SessionPosterProps) {
  const isPicture = (media?.type ?? video.mediaType ?? '').startsWith('image/');
  const path = posterPath(video);
  const source = usePosterSource(media, path);
  const [broken, setBroken] = useState<string | null>(null);
  const length = media?.durationSeconds ?? video.durationSeconds;
  return (
    <Link
      to={`/video/${video.id}`}
      state={{ fromLog: true, play: true }}
      aria-label={isPicture ? TEXTS.openPicture(video.title) : TEXTS.playVideo(video.title)}
      className={`relative grid aspect-video place-items-center overflow-hidden rounded-card bg-sunken text-ink-3 ${className}`}
    >
      {source && source !== broken ? (
        <img
          src={source}
          {...(source === path && narrowSources(path))}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
          onError={() => setBroken(source)}
        />
      ) : (
        <Icon name={isPicture ? 'picture' : 'film'} className="size-10!" />
      )}
      {!isPicture && (
        <span className="absolute bottom-3 left-3 grid size-12 place-items-center rounded-full bg-(--scrim) text-(--on-scrim)">
          <Icon name="play" />
        </span>
      )}
      {length != null && !isPicture && (
        <span className="absolute right-2 bottom-2 rounded-[4px] bg-(--scrim) px-1.5 text-13 font-semi text-(--on-scrim)">
          {formatLength(length)}
        </span>
      )}
    </Link>
  );
}
