import { derivedPath } from '../contract/derived-media.ts';
import type { SharedVideo } from '../contract/entities/video.ts';

/** The still that stands for a session: its own, else the one that the server made of the video; null while there is none. */
export function posterOf({ thumbnailUrl, videoUrl, derived }: SharedVideo): string | null {
  if (thumbnailUrl !== '') return thumbnailUrl;
  return videoUrl !== null && derived.includes('poster') ? derivedPath(videoUrl, 'poster') : null;
}
