import { buffer } from 'node:stream/consumers';
import type { MediaStore } from '../media/store/media-store.ts';
import { objectNameOf } from '../media/store/object-names.ts';
import { type PictureSize, pictureSize } from '../media/derived/picture-size.ts';
import type { FoundSharedVideo } from './shared-video.ts';

/** A picture states its size near its beginning. */
const BEGINNING_BYTES = 64 * 1024;

/**
 * Width and height of the still as shown, so that the page reserves its space and does not shift. Null if unknown, as
 * for a HEIC: this process parses only pictures that the server encoded (docs/decisions/0075). The page then reserves the
 * space of a video.
 */
export async function posterSize(store: Pick<MediaStore, 'readObject'>, still: FoundSharedVideo['still']): Promise<PictureSize | null> {
  if (!still?.isEncoded) return null;
  const file = await store.readObject(objectNameOf(still.path), { start: 0, end: Math.min(still.bytes, BEGINNING_BYTES) - 1 });
  return file && pictureSize(await buffer(file));
}
