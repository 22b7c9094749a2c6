import type { ByteSource } from './byte-source.ts';
import { type Box, BoxReader, unreadable } from './mp4-boxes.ts';
import { findTimedLocation } from './mp4-timed-location.ts';
import type { Patch } from './patch.ts';

/** User data that holds a place: of QuickTime, 3GPP (TS 26.244, section 8.13), Novatek dash cameras and GoPro. */
const PLACES = new Set(['\xa9xyz', 'loci', 'gps ', 'GPS ', 'GPMF']);
/** Boxes that may tell a place among other things, and go only when they do. */
const MAY_TELL = new Set(['XMP_', 'Exif', 'uuid', 'meta:xmp']);
const TELLS = /GPS|geo:|location|photoshop:(?:City|State|Country)/i;
const TELLS_MOST_BYTES = 4 * 1_048_576;
const LOCATION_KEY = /location|gps|geo|\xa9xyz/i;
const FREE = Buffer.from('free', 'latin1');

/**
 * Finds every place where an MP4, MOV or 3GP file says where it was filmed: user data, metadata keys, XMP, and the
 * tracks that cameras write their way into. Boxes become `free` boxes of zeros, which players skip.
 * @throws Refusal 415 for a file whose boxes do not fit together, or that has no `moov`
 */
export async function findMp4Location(source: ByteSource): Promise<Patch[]> {
  const reader = new BoxReader(source);
  const patches: Patch[] = [];
  let isDescribed = false;
  for await (const box of topLevelBoxes(reader)) {
    if (box.type === 'moov') {
      isDescribed = true;
      patches.push(...(await inDescription(reader, box)));
    } else if (box.type === 'uuid' || box.type === 'meta') {
      patches.push(...(await inChild(reader, box)));
    }
  }
  if (!isDescribed) throw unreadable();
  return patches;
}

/** A recording that was cut off ends in the middle of its last box; that and rubbish after it are no reason to refuse. */
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

async function inDescription(reader: BoxReader, moov: Box): Promise<Patch[]> {
  const patches: Patch[] = [];
  const children = await reader.childrenOf(moov);
  const isFragmented = children.some(({ type }) => type === 'mvex');
  for (const child of children) {
    // A compressed description cannot be looked into, and no phone has written one in twenty years.
    if (child.type === 'cmov') throw unreadable();
    if (child.type === 'trak') {
      for (const part of await reader.childrenOf(child)) patches.push(...(await inChild(reader, part)));
      patches.push(...(await findTimedLocation(reader, child, isFragmented)));
    } else {
      patches.push(...(await inChild(reader, child)));
    }
  }
  return patches;
}

async function inChild(reader: BoxReader, box: Box): Promise<Patch[]> {
  if (PLACES.has(box.type)) return freed(box);
  if (MAY_TELL.has(box.type)) return (await tellsPlace(reader, box)) ? freed(box) : [];
  if (box.type === 'meta') return inMetadata(reader, box);
  if (box.type !== 'udta') return [];
  const patches: Patch[] = [];
  for (const child of await reader.childrenOf(box)) patches.push(...(await inChild(reader, child)));
  return patches;
}

/** `keys` names what the entries of `ilst` are by their number; iTunes' way is to name them by their type. */
async function inMetadata(reader: BoxReader, meta: Box): Promise<Patch[]> {
  const start = await metadataContent(reader, meta);
  const children: Box[] = [];
  for await (const child of reader.boxes(start, meta.end)) children.push(child);
  const keys = children.find(({ type }) => type === 'keys');
  const names = keys ? await namesIn(reader, keys) : [];
  const patches: Patch[] = [];
  for (const child of children) {
    if (child.type === 'ilst') {
      for (const entry of await reader.childrenOf(child)) {
        const number = Buffer.from(entry.type, 'latin1').readUInt32BE(0);
        const name = names[number - 1] ?? (await nameOfEntry(reader, entry));
        if (LOCATION_KEY.test(name)) patches.push(...(await emptied(reader, entry)));
      }
    } else {
      patches.push(...(await inChild(reader, child.type === 'xml ' ? { ...child, type: 'meta:xmp' } : child)));
    }
  }
  return patches;
}

/** ISO's `meta` begins with a version of four bytes, QuickTime's does not. */
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

/** The name of a free-form entry, `----`, stands in a box of its own. */
async function nameOfEntry(reader: BoxReader, entry: Box): Promise<string> {
  if (entry.type !== '----') return entry.type;
  const name = (await reader.childrenOf(entry)).find(({ type }) => type === 'name');
  return name ? (await reader.bytes(name.content, Math.min(name.end - name.content, 256))).toString('latin1') : '';
}

/** Zeros for the values of an entry; its key stays and names nothing. */
async function emptied(reader: BoxReader, entry: Box): Promise<Patch[]> {
  const DATA_HEADER = 8;
  return (await reader.childrenOf(entry)).flatMap(({ type, content, end }) =>
    type === 'data' && end - content > DATA_HEADER ? [{ offset: content + DATA_HEADER, length: end - content - DATA_HEADER }] : [],
  );
}

const freed = (box: Box): Patch[] => [
  { offset: box.start + 4, length: 4, bytes: FREE },
  ...(box.end > box.content ? [{ offset: box.content, length: box.end - box.content }] : []),
];

async function tellsPlace(reader: BoxReader, box: Box): Promise<boolean> {
  const length = box.end - box.content;
  if (length > TELLS_MOST_BYTES) return true;
  return TELLS.test((await reader.source.read(box.content, length)).toString('latin1'));
}
