import { derivedPath, PICTURE_WIDTHS, widthPath } from '../../api/contract/derived-media.ts';
import type { Video } from '../../api/contract/entities/video.ts';

type Shown = Pick<Video, 'thumbnailUrl' | 'videoUrl' | 'mediaType' | 'derived'>;

/** Where the server has a still of a session: its device's poster, the picture itself, or the server's own poster. */
export function posterPath({ thumbnailUrl, videoUrl, mediaType, derived }: Shown): string | null {
  if (thumbnailUrl) return thumbnailUrl;
  if (!videoUrl) return null;
  if (mediaType?.startsWith('image/')) return videoUrl;
  // Rows that an older version of the app keeps here do not name what was made.
  return derived?.includes('poster') ? derivedPath(videoUrl, 'poster') : null;
}

/** How wide a card shows its still. */
const CARD_SIZES = '(min-width: 768px) 320px, 100vw';

/** Narrower copies of a picture of the server's, for a browser to choose from; none of a derived one. */
export function narrowSources(path: string): { srcSet?: string; sizes?: string } {
  if (path.split('/').length > 3) return {};
  return { srcSet: PICTURE_WIDTHS.map((width) => `${widthPath(path, width)} ${width}w`).join(', '), sizes: CARD_SIZES };
}
