import sharp from 'sharp';
import { Refusal } from '../../errors.ts';

/** Pixels over all frames of an animation (R99): 50 megapixels. */
const PICTURE_MAX_PIXELS = 50_000_000;
const JPEG_QUALITY = 85;
const WEBP_QUALITY = 82;

// SVG is a document with scripts. The other formats are not used for filming and would only add attack surface.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif', 'VipsForeignLoadHeif'],
});
// Each picture is decoded once, so a cache would only waste memory.
sharp.cache(false);

export interface EncodedPicture {
  mediaType: 'image/jpeg' | 'image/webp';
  bytes: Buffer;
}

/**
 * Re-encodes a picture: upright, and without location or other metadata. JPEG, which every program opens, or WebP for
 * transparency or animation.
 * @returns null when this machine's decoder cannot read the format (HEIC)
 * @throws Refusal 413 for more than 50 megapixels, 415 for a broken picture
 */
export async function encodePicture(file: string): Promise<EncodedPicture | null> {
  const options = { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'error', sequentialRead: true } as const;
  try {
    const { hasAlpha, pages = 1 } = await sharp(file, options).metadata();
    const picture = sharp(file, { ...options, animated: pages > 1 }).autoOrient();
    if (hasAlpha || pages > 1) {
      return { mediaType: 'image/webp', bytes: await picture.webp({ quality: WEBP_QUALITY }).toBuffer() };
    }
    return { mediaType: 'image/jpeg', bytes: await picture.jpeg({ quality: JPEG_QUALITY }).toBuffer() };
  } catch (error) {
    const words = error instanceof Error ? error.message : '';
    if (words.includes('exceeds pixel limit')) {
      throw new Refusal('too_large', 'This picture has more than 50 megapixels. Please make it smaller first.');
    }
    if (/heif|unsupported image format|compression format/i.test(words)) return null;
    throw new Refusal('unsupported_type', "This picture is damaged and can't be shown.");
  }
}

export interface PictureSize {
  width: number;
  height: number;
}

/** Width and height in pixels, read from the beginning of a picture; null if it does not contain them. */
export async function pictureSize(beginning: Uint8Array): Promise<PictureSize | null> {
  try {
    const { width, height } = await sharp(beginning, { failOn: 'none', limitInputPixels: PICTURE_MAX_PIXELS }).metadata();
    return { width, height };
  } catch {
    return null;
  }
}
