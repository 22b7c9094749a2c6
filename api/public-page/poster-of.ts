import { derivedPath, PICTURE_WIDTHS, widthPath } from '../contract/derived-media.ts';
import type { SharedVideo } from '../contract/entities/video.ts';

/** Wide enough for a sharp phone screen and for a link preview. */
export const SHOWN_WIDTH = Math.max(...PICTURE_WIDTHS) as (typeof PICTURE_WIDTHS)[number];

/**
 * The still of a session, in the width that the page shows: its own poster, the picture itself, or the poster that the server
 * made of the video; null while there is none.
 */
export function posterOf({ thumbnailUrl, videoUrl, mediaType, derived }: SharedVideo): string | null {
  if (thumbnailUrl !== '') return widthPath(thumbnailUrl, SHOWN_WIDTH);
  if (videoUrl === null) return null;
  if (mediaType?.startsWith('image/')) return widthPath(videoUrl, SHOWN_WIDTH);
  return derived.includes('poster') ? derivedPath(videoUrl, 'poster') : null;
}
