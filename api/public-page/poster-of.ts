import { derivedPath, PICTURE_WIDTHS, widthPath } from '../contract/derived-media.ts';
import type { SharedVideo } from '../contract/entities/video.ts';

/** As wide as a phone shows it sharply, and as a preview does. */
export const SHOWN_WIDTH = Math.max(...PICTURE_WIDTHS) as (typeof PICTURE_WIDTHS)[number];

/**
 * The still that stands for a session, in the width that it is shown in: its own, the picture itself, else the one that
 * the server made of the video; null while there is none.
 */
export function posterOf({ thumbnailUrl, videoUrl, mediaType, derived }: SharedVideo): string | null {
  if (thumbnailUrl !== '') return widthPath(thumbnailUrl, SHOWN_WIDTH);
  if (videoUrl === null) return null;
  if (mediaType?.startsWith('image/')) return widthPath(videoUrl, SHOWN_WIDTH);
  return derived.includes('poster') ? derivedPath(videoUrl, 'poster') : null;
}
