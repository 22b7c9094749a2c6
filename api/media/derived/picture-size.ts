import sharp from 'sharp';

// Allow only formats that the server encodes, so that a person's bytes in another format never reach a loader.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] });
sharp.cache(false);

export interface PictureSize {
  width: number;
  height: number;
}

/**
 * Width and height in pixels, read from the beginning of a stored picture; null if it does not contain them. Decodes
 * nothing: pixels are only read in a process of their own (docs/decisions/0075).
 */
export async function pictureSize(beginning: Uint8Array): Promise<PictureSize | null> {
  try {
    const { width, height } = await sharp(beginning, { failOn: 'none' }).metadata();
    return { width, height };
  } catch {
    return null;
  }
}
