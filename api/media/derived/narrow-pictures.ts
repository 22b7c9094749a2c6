import { stat } from 'node:fs/promises';
import sharp from 'sharp';
import { PICTURE_WIDTHS, type PictureWidth } from '../../contract/derived-media.ts';

const WEBP_QUALITY = 78;

/** A copy larger than this share of the original saves too little. */
const WORTH_IT = 0.8;

export interface NarrowPicture {
  width: PictureWidth;
  bytes: Buffer;
}

/**
 * A picture in the widths of cards, as WebP; for an animation, its first frame. Includes a width equal to the picture's
 * own, such as a device's poster: WebP is much smaller. Empty if the server cannot decode the picture (HEIC).
 */
export async function narrowPictures(file: string): Promise<NarrowPicture[]> {
  const made: NarrowPicture[] = [];
  const { size } = await stat(file);
  const { width: full } = await sharp(file)
    .metadata()
    .catch(() => ({ width: 0 }));
  for (const width of PICTURE_WIDTHS) {
    if (width > full) continue;
    const bytes = await sharp(file, { sequentialRead: true }).resize({ width }).webp({ quality: WEBP_QUALITY }).toBuffer();
    if (bytes.length <= size * WORTH_IT) made.push({ width, bytes });
  }
  return made;
}
