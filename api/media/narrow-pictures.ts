import sharp from 'sharp';
import { PICTURE_WIDTHS, type PictureWidth } from '../contract/derived-media.ts';

const WEBP_QUALITY = 78;

/** Below this much narrower than the picture itself, a copy saves too little to be kept. */
const WORTH_IT = 0.8;

export interface NarrowPicture {
  width: PictureWidth;
  bytes: Buffer;
}

/** A picture in the widths of cards, as WebP; of a moving one its first frame. None where it cannot be decoded here (HEIC). */
export async function narrowPictures(file: string): Promise<NarrowPicture[]> {
  const made: NarrowPicture[] = [];
  const { width: full } = await sharp(file).metadata().catch(() => ({ width: 0 }));
  for (const width of PICTURE_WIDTHS) {
    if (width > full * WORTH_IT) continue;
    const bytes = await sharp(file, { sequentialRead: true }).resize({ width }).webp({ quality: WEBP_QUALITY }).toBuffer();
    made.push({ width, bytes });
  }
  return made;
}
