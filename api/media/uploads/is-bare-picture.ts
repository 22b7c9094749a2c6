/**
 * Whether a picture file has nothing but what its pixels need: no metadata, no profile, no other picture, no bytes behind its end.
 * Encoding it again would only make it worse. For files that a decoder has accepted.
 */
export function isBarePicture(file: Buffer): boolean {
  return isBareJpeg(file) || isBareWebp(file);
}

const JFIF = Buffer.from('JFIF\0');
/** From its marker: with its length, version, density, and no thumbnail. */
const JFIF_BYTES = 18;
/** Quantization, Huffman codes, restart interval, and frames: baseline, extended and progressive (ITU T.81, table B.1). */
const PIXEL_SEGMENTS = new Set([0xdb, 0xc4, 0xdd, 0xc0, 0xc1, 0xc2]);
const [START, APP0, SCAN, END] = [0xd8, 0xe0, 0xda, 0xd9];

function isBareJpeg(file: Buffer): boolean {
  if (file.length < 4 || file[0] !== 0xff || file[1] !== START) return false;
  let at = 2;
  while (at + 1 < file.length) {
    const marker = file[at + 1]!;
    if (file[at] !== 0xff) return false;
    if (marker === END) return at + 2 === file.length;
    if (at + 4 > file.length) return false;
    const next = at + 2 + file.readUInt16BE(at + 2);
    if (marker === APP0) {
      if (next - at !== JFIF_BYTES || !file.subarray(at + 4, at + 9).equals(JFIF)) return false;
    } else if (marker !== SCAN && !PIXEL_SEGMENTS.has(marker)) return false;
    at = marker === SCAN ? endOfScan(file, next) : next;
  }
  return false;
}

/** The place of the first marker behind the data of a scan: FF 00 is a byte of it, and FF D0 to D7 restart it. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 1)) {
    const marker = file[at + 1];
    if (marker !== undefined && marker !== 0 && (marker < 0xd0 || marker > 0xd7)) return at;
  }
  return file.length;
}

const PIXEL_CHUNKS = new Set(['VP8 ', 'VP8L', 'ALPH', 'ANIM']);
/** Flags of a VP8X chunk: profile, EXIF, XMP. */
const METADATA_FLAGS = 0x2c;
/** Of an ANMF chunk, before the chunks of its frame. */
const FRAME_HEAD_BYTES = 16;

function isBareWebp(file: Buffer): boolean {
  const isWebp = file.length >= 12 && file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP';
  return isWebp && file.readUInt32LE(4) + 8 === file.length && hasPixelChunks(file, 12, file.length);
}

function hasPixelChunks(file: Buffer, from: number, end: number): boolean {
  let at = from;
  while (at + 8 <= end) {
    const [kind, size] = [file.toString('latin1', at, at + 4), file.readUInt32LE(at + 4)];
    const [content, next] = [at + 8, at + 8 + size + (size % 2)];
    if (next > end) return false;
    if (kind === 'VP8X') {
      if (size < 1 || (file[content]! & METADATA_FLAGS) !== 0) return false;
    } else if (kind === 'ANMF') {
      if (!hasPixelChunks(file, content + FRAME_HEAD_BYTES, content + size)) return false;
    } else if (!PIXEL_CHUNKS.has(kind)) return false;
    at = next;
  }
  return at === end;
}
