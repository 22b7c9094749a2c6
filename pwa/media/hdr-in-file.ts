import type { HdrTransfer } from '../../api/contract/tone-map.ts';

/** Boxes of an MP4 or MOV file, from the outermost to the one that describes the frames (ISO/IEC 14496-12). */
const PATH = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd'];
/** More than any camera writes. A damaged file must not keep the page busy. */
const BOXES_MOST = 2_000;
const DESCRIPTION_MOST_BYTES = 65_536;
/** Transfer characteristics of ITU-T H.273 that are HDR. */
const TRANSFERS: Readonly<Record<number, HdrTransfer>> = { 16: 'pq', 18: 'hlg' };

/** How the frames of a film encode HDR, by its box `colr`, which phones write; null for SDR and other file formats. */
export async function hdrTransferInFile(file: Blob): Promise<HdrTransfer | null> {
  let boxes = 0;
  return search(0, file.size, PATH);

  async function search(from: number, end: number, [type, ...deeper]: readonly string[]): Promise<HdrTransfer | null> {
    for (let start = from; start + 8 <= end; ) {
      if (++boxes > BOXES_MOST) return null;
      const header = new DataView(await file.slice(start, start + 16).arrayBuffer());
      const size = sizeOf(header, end - start);
      if (size < 8 || start + size > end) return null;
      if (typeOf(header) === type) {
        const content = start + (isLong(header) ? 16 : 8);
        const found = deeper.length > 0 ? await search(content, start + size, deeper) : await transferIn(content, start + size);
        // An audio track may come first.
        if (found) return found;
      }
      start += size;
    }
    return null;
  }

  async function transferIn(start: number, end: number): Promise<HdrTransfer | null> {
    const bytes = new Uint8Array(await file.slice(start, Math.min(end, start + DESCRIPTION_MOST_BYTES)).arrayBuffer());
    const text = new TextDecoder('latin1').decode(bytes);
    // `nclc` is QuickTime's name. The primaries come first, in two bytes.
    const at = text.search(/colrncl[cx]/);
    const transfer = at < 0 ? 0 : 256 * (bytes[at + 10] ?? 0) + (bytes[at + 11] ?? 0);
    return TRANSFERS[transfer] ?? null;
  }
}

const isLong = (header: DataView) => header.getUint32(0) === 1 && header.byteLength === 16;

/** The size of a box; 0 in its header means up to the end. */
function sizeOf(header: DataView, left: number): number {
  if (isLong(header)) return Number(header.getBigUint64(8));
  return header.getUint32(0) || left;
}

const typeOf = (header: DataView) => String.fromCharCode(...[4, 5, 6, 7].map((at) => header.getUint8(at)));
