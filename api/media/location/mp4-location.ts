import type { ByteSource } from '../store/byte-source.ts';
import { freed } from './freed-box.ts';
import { type Box, BoxReader, unreadable } from './mp4-boxes.ts';
import { findTimedLocation } from './mp4-timed-location.ts';
import { findListedGps, isFreeGps } from './novatek-location.ts';
import type { Patch } from '../store/patch.ts';

/**
 * User data with a location: of QuickTime, 3GPP (TS 26.244, section 8.13), Novatek dash cameras and GoPro; also boxes
 * with a whole Exif or a thumbnail that contains one, whose coordinates are numbers that no text search finds.
 */
const PLACES = new Set(['\xa9xyz', 'loci', 'gps ', 'GPS ', 'GPMF', 'Exif', 'thmb', 'THMB', 'CNTH', 'CNDA', 'PANA', 'NCDT']);
/** Boxes that may contain a location among other things. Removed only if they do. */
const MAY_TELL = new Set(['XMP_', 'uuid', 'meta:xmp']);
/** As text, or as a TIFF or JPEG. */
const TELLS = /GPS|geo:|location|photoshop:(?:City|State|Country)|II\*\0|MM\0\*|\xff\xd8\xff/i;
/** Boxes that contain boxes, any of which may hold user data. */
const CONTAINERS = new Set(['trak', 'mdia', 'minf', 'moof', 'traf', 'udta']);
/** Maximum nesting of boxes. Cameras need half of it, and each level costs memory while it is parsed. */
const DEEPEST = 16;
const TELLS_MOST_BYTES = 4 * 1_048_576;
const LOCATION_KEY = /location|gps|geo|\xa9xyz/i;

/**
 * Finds every place where an MP4, MOV or 3GP file says where it was filmed: user data, metadata keys, XMP, and the
 * tracks into which cameras write their position. Boxes become `free` boxes of zeros, which players skip.
 * @throws Refusal 415 for a file whose boxes do not fit together, or that has no `moov`
 */
export async function findMp4Location(source: ByteSource): Promise<Patch[]> {
  const reader = new BoxReader(source);
  const found: Patch[] = [];
  let isDescribed = false;
  for await (const box of topLevelBoxes(reader)) {
    if (box.type === 'moov') {
      isDescribed = true;
      await inDescription(reader, box, found);
    } else {
      await inBox(reader, box, found);
    }
  }
  if (!isDescribed) throw unreadable();
  return found;
}

/** A truncated recording ends inside its last box. Accept that, and garbage after it, once there was a `moov`. */
async function* topLevelBoxes(reader: BoxReader): AsyncGenerator<Box> {
  const { size } = reader.source;
  let hasDescription = false;
  try {
    for await (const box of reader.boxes(0, size)) {
      hasDescription ||= box.type === 'moov';
      yield box;
    }
  } catch (error) {
    if (!hasDescription) throw error;
  }
}

async function inDescription(reader: BoxReader, moov: Box, found: Patch[]): Promise<void> {
  const children = await reader.childrenOf(moov);
  const isFragmented = children.some(({ type }) => type === 'mvex');
  for (const child of children) {
    // A compressed `moov` cannot be searched, and no phone has written one in twenty years.
    if (child.type === 'cmov') throw unreadable();
    await inBox(reader, child, found);
    if (child.type === 'trak') await findTimedLocation(reader, child, isFragmented, found);
  }
}

async function inBox(reader: BoxReader, box: Box, found: Patch[], depth = 0): Promise<void> {
  if (depth > DEEPEST) throw unreadable();
  if (box.type === 'gps ') await findListedGps(reader, box, found);
  if (await isFreeGps(reader, box)) found.push(...freed(box));
  else if (PLACES.has(box.type) || (MAY_TELL.has(box.type) && (await tellsPlace(reader, box)))) {
    found.push(...freed(box));
  } else if (box.type === 'meta') {
    await inMetadata(reader, box, found, depth);
  } else if (CONTAINERS.has(box.type)) {
    for await (const child of reader.boxes(box.content, box.end)) await inBox(reader, child, found, depth + 1);
  }
}

/** `keys` names the entries of `ilst` by their number. iTunes names them by their type. */
async function inMetadata(reader: BoxReader, meta: Box, found: Patch[], depth: number): Promise<void> {
  const start = await metadataContent(reader, meta);
  const children: Box[] = [];
  for await (const child of reader.boxes(start, meta.end)) children.push(child);
  const keys = children.find(({ type }) => type === 'keys');
  const names = keys ? await namesIn(reader, keys) : [];
  for (const child of children) {
    if (child.type === 'ilst') {
      for (const entry of await reader.childrenOf(child)) {
        const number = Buffer.from(entry.type, 'latin1').readUInt32BE(0);
        const name = names[number - 1] ?? (await nameOfEntry(reader, entry));
        if (LOCATION_KEY.test(name)) await empty(reader, entry, found);
      }
    } else {
      await inBox(reader, child.type === 'xml ' ? { ...child, type: 'meta:xmp' } : child, found, depth + 1);
    }
  }
}

/** ISO's `meta` begins with four bytes of version, QuickTime's does not. */
async function metadataContent(reader: BoxReader, meta: Box): Promise<number> {
  if (meta.end - meta.content < 8) return meta.end;
  const first = await reader.bytes(meta.content, 8);
  return first.toString('latin1', 4, 8) === 'hdlr' ? meta.content : meta.content + 4;
}

async function namesIn(reader: BoxReader, keys: Box): Promise<string[]> {
  const names: string[] = [];
  for await (const key of reader.boxes(keys.content + 8, keys.end)) {
    const length = Math.min(key.end - key.content, 256);
    names.push((await reader.bytes(key.content, length)).toString('latin1'));
  }
  return names;
}

/** The name of a free-form entry, `----`, is in a box of its own. */
async function nameOfEntry(reader: BoxReader, entry: Box): Promise<string> {
  if (entry.type !== '----') return entry.type;
  const name = (await reader.childrenOf(entry)).find(({ type }) => type === 'name');
  return name ? (await reader.bytes(name.content, Math.min(name.end - name.content, 256))).toString('latin1') : '';
}

/** Zeros the values of an entry; its key remains without a value. */
async function empty(reader: BoxReader, entry: Box, found: Patch[]): Promise<void> {
  const DATA_HEADER = 8;
  for await (const { type, content, end } of reader.boxes(entry.content, entry.end)) {
    const offset = content + DATA_HEADER;
    if (type === 'data' && end > offset) found.push({ offset, length: end - offset });
  }
}

async function tellsPlace(reader: BoxReader, box: Box): Promise<boolean> {
  const length = box.end - box.content;
  if (length > TELLS_MOST_BYTES) return true;
  return TELLS.test((await reader.source.read(box.content, length)).toString('latin1'));
}
