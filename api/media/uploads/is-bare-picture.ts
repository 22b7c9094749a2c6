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
/** Tables and frames: quantization, Huffman codes, restart interval; baseline, extended, progressive (ITU T.81, table B.1). */
const TABLES = new Set([0xdb, 0xc4, 0xdd]);
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
const [START, APP0, SCAN, END] = [0xd8, 0xe0, 0xda, 0xd9];

function isBareJpeg(file: Buffer): boolean {
  if (file.length < 4 || file[0] !== 0xff || file[1] !== START) return false;
  let [at, frames] = [2, 0];
  while (at + 4 <= file.length) {
    const marker = file[at + 1]!;
    if (file[at] !== 0xff) return false;
    const next = at + 2 + file.readUInt16BE(at + 2);
    if (marker === APP0) {
      if (at !== 2 || next - at !== JFIF_BYTES || !file.subarray(at + 4, at + 9).equals(JFIF)) return false;
    } else if (FRAMES.has(marker)) frames += 1;
    else if (marker !== SCAN && !TABLES.has(marker)) return false;
    at = marker === SCAN ? endOfScan(file, next) : next;
    if (file[at] === 0xff && file[at + 1] === END) return at + 2 === file.length && frames === 1;
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

/** Bits of the first byte of a VP8X chunk: profile, EXIF, XMP. */
const METADATA_FLAGS = 0x2c;
const [HEAD_BYTES, LOOP_BYTES, FRAME_HEAD_BYTES] = [10, 6, 16];

interface Chunk {
  kind: string;
  content: Buffer;
}

/** One image; or a head, and either one image or a loop of frames (RFC 9649, section 2). */
function isBareWebp(file: Buffer): boolean {
  const isWebp = file.length >= 12 && file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP';
  const chunks = isWebp && file.readUInt32LE(4) + 8 === file.length ? chunksOf(file.subarray(12)) : null;
  if (!chunks) return false;
  const [head, ...rest] = chunks;
  if (head?.kind !== 'VP8X') return isImage(chunks, []);
  if (head.content.length !== HEAD_BYTES || (head.content[0]! & METADATA_FLAGS) !== 0) return false;
  const [loop, ...frames] = rest;
  if (loop?.kind !== 'ANIM') return isImage(rest, ['ALPH']);
  return loop.content.length === LOOP_BYTES && frames.length > 0 && frames.every(isFrame);
}

function isFrame({ kind, content }: Chunk): boolean {
  const chunks = kind === 'ANMF' && content.length > FRAME_HEAD_BYTES ? chunksOf(content.subarray(FRAME_HEAD_BYTES)) : null;
  return chunks !== null && isImage(chunks, ['ALPH']);
}

/** One bitstream, with what may come before it. */
function isImage(chunks: readonly Chunk[], before: readonly string[]): boolean {
  const image = chunks.at(-1);
  const others = chunks.slice(0, -1);
  return (image?.kind === 'VP8 ' || image?.kind === 'VP8L') && others.length <= 1 && others.every(({ kind }) => before.includes(kind));
}

/** Null if they do not fill their place. */
function chunksOf(place: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  let at = 0;
  while (at + 8 <= place.length) {
    const size = place.readUInt32LE(at + 4);
    const next = at + 8 + size + (size % 2);
    if (next > place.length) return null;
    chunks.push({ kind: place.toString('latin1', at, at + 4), content: place.subarray(at + 8, at + 8 + size) });
    at = next;
  }
  return at === place.length ? chunks : null;
}
