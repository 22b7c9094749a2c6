import { derivedPath, PICTURE_WIDTHS, widthPath } from '../../api/contract/derived-media.ts';
import type { Video } from '../../api/contract/entities/video.ts';

type Shown = Pick<Video, 'thumbnailUrl' | 'videoUrl' | 'mediaType' | 'derived'>;

/** Server path of a session's still: the device's poster, the picture itself, or the server's poster. Null if there is none. */
export function posterPath({ thumbnailUrl, videoUrl, mediaType, derived }: Shown): string | null {
  if (thumbnailUrl) return thumbnailUrl;
  if (!videoUrl) return null;
  if (mediaType?.startsWith('image/')) return videoUrl;
  // Rows stored by an older version of the app have no `derived`.
  return derived?.includes('poster') ? derivedPath(videoUrl, 'poster') : null;
}

/** Width of the still on a card. */
const CARD_SIZES = '(min-width: 768px) 320px, 100vw';

/** `srcSet` with the server's narrower copies of a picture. Derived pictures have none. */
export function narrowSources(path: string): { srcSet?: string; sizes?: string } {
  if (path.split('/').length > 3) return {};
  return { srcSet: PICTURE_WIDTHS.map((width) => `${widthPath(path, width)} ${width}w`).join(', '), sizes: CARD_SIZES };
}
