import type { Video } from '../../../api/contract/entities/video.ts';
import type { SessionCard } from '../../../sync/queries/sessions.ts';
import { PictureViewer } from '../../media/picture-viewer.tsx';
import { posterPath } from '../../media/poster-path.ts';
import { useMediaSource } from '../../media/use-media-source.ts';
import { usePosterSource } from '../../media/use-poster-source.ts';
import { VideoPlayer } from '../../media/video-player.tsx';

export interface SessionMediaProps {
  session: Pick<SessionCard, 'media'> & { video: Pick<Video, 'title' | 'videoUrl' | 'thumbnailUrl' | 'mediaType' | 'derived'> };
  startAtOnce: boolean;
}

/** The session's video or picture, preferably this device's copy; nothing without media. */
export function SessionMedia({ session: { video, media }, startAtOnce }: SessionMediaProps) {
  const source = useMediaSource(media, video);
  const poster = usePosterSource(media, posterPath(video));
  if (!media && !video.videoUrl) return null;
  if (source.type?.startsWith('image/')) {
    if (!source.address) return <div className="aspect-video rounded-card bg-sunken" />;
    return (
      <PictureViewer
        key={source.address}
        title={video.title}
        source={source}
        still={video.thumbnailUrl || null}
        fileName={media?.name ?? video.title}
      />
    );
  }
  return (
    <VideoPlayer title={video.title} source={source} poster={poster} fileName={media?.name ?? video.title} startAtOnce={startAtOnce} />
  );
}
