import { PictureViewer } from '../../media/picture-viewer.tsx';
import { useMediaSource } from '../../media/use-media-source.ts';
import type { SessionLayoutProps } from './session-article-props.ts';

/** The session's picture, preferably this device's copy. Renders nothing if there is none. */
export function SessionPicture({ session: { video, media } }: Pick<SessionLayoutProps, 'session'>) {
  const source = useMediaSource(media, video);
  if (!media && !video.videoUrl) return null;
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
