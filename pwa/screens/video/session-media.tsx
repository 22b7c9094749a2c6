import type { SessionCard } from '../../../sync/queries/sessions.ts';
import { useMediaSource } from '../../media/use-media-source.ts';
import { usePosterSource } from '../../media/use-poster-source.ts';
import { VideoPlayer } from '../../media/video-player.tsx';
import { TEXTS } from './texts.ts';

export interface SessionMediaProps {
  session: SessionCard;
  startAtOnce: boolean;
}

/** The session's video or picture, from this device's own copy where there is one; nothing where there is none. */
export function SessionMedia({ session: { video, media }, startAtOnce }: SessionMediaProps) {
  const source = useMediaSource(media, video.videoUrl, video.mediaType);
  const poster = usePosterSource(media, video.thumbnailUrl);
  if (!media && !video.videoUrl) return null;
  if (source.type?.startsWith('image/')) {
    if (!source.address) return <div className="aspect-video rounded-card bg-sunken" />;
    return <img src={source.address} alt={TEXTS.pictureOf(video.title)} className="max-h-[80vh] w-full rounded-card bg-sunken object-contain" />;
  }
  return <VideoPlayer title={video.title} source={source} poster={poster} fileName={media?.name ?? video.title} startAtOnce={startAtOnce} />;
}
