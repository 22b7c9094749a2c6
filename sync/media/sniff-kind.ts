/** How many leading bytes identify a file. */
export const HEAD_BYTES = 64;

const latin = (head: Uint8Array, from: number, to: number) => String.fromCharCode(...head.subarray(from, to));

/** Boxes that a QuickTime video without a brand starts with. */
const QUICKTIME_BOXES = ['moov', 'mdat', 'free', 'wide'];
const PICTURE_BRANDS = ['avif', 'avis', 'mif1', 'heic', 'heix'];
/** Audio, image sequences and raw images in the same container; the server serves none of them. */
const BRANDS_NOT_SERVED = ['M4A ', 'M4B ', 'F4A ', 'F4B ', 'msf1', 'hevc', 'hevx', 'crx '];

/**
 * The kind of a file by its first bytes; null if the server would certainly refuse it, by the same list of types as
 * `api/media/store/media-types.ts`. Ignores the name and the type that the browser derives from it.
 */
export function sniffKind(head: Uint8Array): 'video' | 'picture' | null {
  const box = latin(head, 4, 8);
  if (box === 'ftyp') return kindOfBrand(latin(head, 8, 12));
  if (QUICKTIME_BOXES.includes(box)) return 'video';
  // Matroska, WebM.
  if (latin(head, 0, 4) === '\x1a\x45\xdf\xa3') return 'video';
  if (latin(head, 0, 4) === 'RIFF') return latin(head, 8, 11) === 'AVI' ? 'video' : latin(head, 8, 12) === 'WEBP' ? 'picture' : null;
  const isPicture = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF8'].some((mark) => latin(head, 0, mark.length) === mark);
  return isPicture ? 'picture' : null;
}

function kindOfBrand(brand: string): 'video' | 'picture' | null {
  if (PICTURE_BRANDS.includes(brand)) return 'picture';
  return BRANDS_NOT_SERVED.includes(brand) || brand < ' ' ? null : 'video';
}
