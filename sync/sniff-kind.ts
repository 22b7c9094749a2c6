/** So much of a file tells what it is. */
export const HEAD_BYTES = 64;

const latin = (head: Uint8Array, from: number, to: number) => String.fromCharCode(...head.subarray(from, to));

/** Boxes that a QuickTime film without a brand begins with. */
const QUICKTIME_BOXES = ['moov', 'mdat', 'free', 'wide'];
const PICTURE_BRANDS = ['avif', 'avis', 'mif1', 'heic', 'heix'];
/** Sound, sequences of pictures and raw pictures in the same container: the server serves none of them. */
const BRANDS_NOT_SERVED = ['M4A ', 'M4B ', 'F4A ', 'F4B ', 'msf1', 'hevc', 'hevx', 'crx '];

/**
 * What a file is by its first bytes: null for what the server would certainly refuse, with the same list of types as
 * `api/media/media-types.ts`. Its name and the type that a browser tells from the name are not looked at.
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
