import { stat } from 'node:fs/promises';
import sharp from 'sharp';
import { PICTURE_WIDTHS, type PictureWidth } from '../contract/derived-media.ts';

const WEBP_QUALITY = 78;

/** A copy with more bytes than this part of the picture's own saves too little to be kept. */
const WORTH_IT = 0.8;

export interface NarrowPicture {
  width: PictureWidth;
  bytes: Buffer;
}

/**
 * A picture in the widths of cards, as WebP; of a moving one its first frame. One that is no wider than that itself too,
 * as the posters of devices are: as WebP it is a good deal smaller. None where it cannot be decoded here (HEIC).
 */
export async function narrowPictures(file: string): Promise<NarrowPicture[]> {
  const made: NarrowPicture[] = [];
  const { size } = await stat(file);
  const { width: full } = await sharp(file).metadata().catch(() => ({ width: 0 }));
  for (const width of PICTURE_WIDTHS) {
    if (width > full) continue;
    const bytes = await sharp(file, { sequentialRead: true }).resize({ width }).webp({ quality: WEBP_QUALITY }).toBuffer();
    if (bytes.length <= size * WORTH_IT) made.push({ width, bytes });
  }
  return made;
}
