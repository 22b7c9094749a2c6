import { Refusal } from '../../errors.ts';
import type { ByteSource } from '../store/byte-source.ts';
import { FoundPatches } from './found-patches.ts';
import { emptied, freed, isSpace } from './freed-box.ts';
import { type Box, BoxReader } from './mp4-boxes.ts';
import type { Patch } from '../store/patch.ts';

const uncleared = () => new Refusal('unsupported_type', "The location can't be removed from this HEIC picture. Please add it as a JPEG.");

/** The boxes of a picture. Other boxes, such as the video of a motion photo, can hold locations of their own. */
const PICTURE = new Set(['ftyp', 'meta', 'mdat', 'idat', 'free']);
/** Parts of the description that no picture needs. */
const BESIDE = new Set(['uuid', 'udta', 'xml ', 'bxml']);

const ITEMS_MOST = 10_000;
/** Over all items: a file may declare extents of no width, which take no bytes. A camera writes one for each item. */
const EXTENTS_MOST = 10_000;
const TABLE_MOST_BYTES = 1_048_576;

/**
 * This server cannot re-encode HEIC (ISO/IEC 23008-12), so it keeps the picture as uploaded, except that Exif and XMP
 * items and all boxes outside the picture become zeros. The orientation is stored elsewhere.
 * @throws Refusal 415 when these items cannot be located reliably
 */
export async function findHeicMetadata(source: ByteSource): Promise<readonly Patch[]> {
  const reader = new BoxReader(source);
  try {
    const found = new FoundPatches();
    const meta = await metaOf(reader, source.size, found);
    const parts = new Map<string, Box>();
    for await (const box of reader.boxes(meta.content + 4, meta.end)) {
      parts.set(box.type, box);
      if (BESIDE.has(box.type)) found.add(...freed(box));
      else if (isSpace(box)) found.add(...emptied(box));
    }
    const kinds = parts.get('iinf');
    const places = parts.get('iloc');
    if (!kinds || !places) throw uncleared();
    const metadata = await metadataItems(reader, kinds);
    if (metadata.size > 0) await findPlaces(reader, places, parts.get('idat'), metadata, found);
    return found.all;
  } catch {
    throw uncleared();
  }
}

/** The picture's `meta` box. Adds patches for all boxes outside the picture on the way. */
async function metaOf(reader: BoxReader, end: number, found: FoundPatches): Promise<Box> {
  let meta: Box | null = null;
  let known = 0;
  try {
    for await (const box of reader.boxes(0, end)) {
      known = box.end;
      // Appended bytes that were blanked before.
      if (box.type === '\0\0\0\0' && box.end === end) found.add({ offset: box.start, length: end - box.start });
      else if (isSpace(box)) found.add(...emptied(box));
      else if (box.type === 'meta' && !meta) meta = box;
      else if (box.type === 'meta' || !PICTURE.has(box.type)) found.add(...freed(box));
    }
  } catch (error) {
    const type = (await reader.bytes(known, 8)).toString('latin1', 4, 8);
    if (PICTURE.has(type)) throw error;
  }
  if (!meta) throw uncleared();
  // Bytes that cameras append without a box.
  if (known < end) found.add({ offset: known, length: end - known });
  return meta;
}

/** Ids of the items that are Exif, or a document such as XMP. */
async function metadataItems(reader: BoxReader, iinf: Box): Promise<Set<number>> {
  const [version] = await reader.bytes(iinf.content, 1);
  const found = new Set<number>();
  for await (const { type, content } of reader.boxes(iinf.content + (version === 0 ? 6 : 8), iinf.end)) {
    if (type !== 'infe') throw uncleared();
    const entry = await reader.bytes(content, 14);
    const infeVersion = entry[0]!;
    if (infeVersion < 2) throw uncleared();
    const id = infeVersion === 2 ? entry.readUInt16BE(4) : entry.readUInt32BE(4);
    const itemType = entry.toString('latin1', infeVersion === 2 ? 8 : 10, infeVersion === 2 ? 12 : 14);
    if (itemType === 'Exif' || itemType === 'mime') found.add(id);
  }
  return found;
}

/** Reads the item location box (ISO/IEC 14496-12, section 8.11.3), which declares the widths of its numbers. */
async function findPlaces(reader: BoxReader, iloc: Box, idat: Box | undefined, wanted: Set<number>, found: FoundPatches): Promise<void> {
  if (iloc.end - iloc.content > TABLE_MOST_BYTES) throw uncleared();
  const table = await reader.source.read(iloc.content, iloc.end - iloc.content);
  let at = 0;
  const number = (width: number) => {
    const value = width === 0 ? 0 : width === 8 ? Number(table.readBigUInt64BE(at)) : table.readUIntBE(at, width);
    at += width;
    return value;
  };
  const version = number(4) >>> 24;
  const widths = number(2);
  const [offsetWidth, lengthWidth, baseWidth] = [(widths >> 12) & 15, (widths >> 8) & 15, (widths >> 4) & 15];
  const indexWidth = version > 0 ? widths & 15 : 0;
  const count = number(version < 2 ? 2 : 4);
  if (count > ITEMS_MOST) throw uncleared();

  let extentsLeft = EXTENTS_MOST;
  for (let item = 0; item < count; item++) {
    const id = number(version < 2 ? 2 : 4);
    const method = version > 0 ? number(2) & 15 : 0;
    number(2);
    const base = number(baseWidth);
    const extents = number(2);
    extentsLeft -= extents;
    if (extentsLeft < 0) throw uncleared();
    for (let extent = 0; extent < extents; extent++) {
      number(indexWidth);
      const offset = base + number(offsetWidth);
      const length = number(lengthWidth);
      if (!wanted.has(id)) continue;
      if (method > 1 || (method === 1 && !idat)) throw uncleared();
      const start = method === 1 ? idat!.content + offset : offset;
      if (length === 0 || start + length > reader.source.size) throw uncleared();
      found.add({ offset: start, length });
    }
    wanted.delete(id);
  }
  if (wanted.size > 0) throw uncleared();
}
