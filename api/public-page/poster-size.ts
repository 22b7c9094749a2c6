import { buffer } from 'node:stream/consumers';
import type { MediaStore } from '../media/media-store.ts';
import { objectNameOf } from '../media/object-names.ts';
import { type PictureSize, pictureSize } from '../media/picture.ts';

/** A picture says how large it is near its beginning. */
const BEGINNING_BYTES = 64 * 1024;

/**
 * Width and height of a poster, so that the page keeps its place free and nothing moves when it comes. Null where it
 * cannot be told: the page then keeps the place of a film.
 * @param bytes the length of the poster
 */
export async function posterSize(store: Pick<MediaStore, 'readObject'>, path: string, bytes: number): Promise<PictureSize | null> {
  const file = await store.readObject(objectNameOf(path), { start: 0, end: Math.min(bytes, BEGINNING_BYTES) - 1 });
  return file && pictureSize(await buffer(file));
}
