import { readPoster } from '../media/poster.ts';

/** A frame of a video as a picture; null if the browser cannot decode the video. */
export async function stillOf(video: File): Promise<Blob | null> {
  return (await readPoster(video, video.type)).poster?.blob ?? null;
}
