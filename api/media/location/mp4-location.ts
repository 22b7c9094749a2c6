import { Refusal } from '../../errors.ts';
import type { ByteSource } from '../store/byte-source.ts';
import { FoundPatches } from './found-patches.ts';
import { emptied, freed, isSpace } from './freed-box.ts';
import { type Box, BoxReader, unreadable } from './mp4-boxes.ts';
import { DescribedFrames } from './mp4-described-frames.ts';
import { findTimedLocation } from './mp4-timed-location.ts';
import { findListedGps } from './novatek-location.ts';
import type { Patch } from '../store/patch.ts';
import { pauseAfterSteps } from '../store/pause-after-steps.ts';

/**
 * Boxes that describe pictures and sound (ISO/IEC 14496-12, QuickTime). Any other may hold a position, the camera's
 * maker or a text, and is removed.
 */
const KNOWN = new Set(
  [
    'ftyp styp moov mdat moof mfra sidx ssix pdin meta udta',
    'mvhd iods mvex mehd trex trep leva trak tkhd tref trgr edts elst load clip crgn matt kmat tapt clef prof enof',
    'mdia mdhd hdlr elng minf vmhd smhd sthd nmhd hmhd gmhd dinf dref stbl stsd stts ctts cslg stsc stsz stz2 stco co64',
    'stss stsh stps padb stdp sdtp sbgp sgpd subs saiz saio senc mfhd traf tfhd tfdt trun tfra mfro keys ilst',
  ].flatMap((types) => types.split(' ')),
);
/** Boxes that contain boxes. */
const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'mvex', 'moof', 'traf', 'udta']);
/** Titles stay: people type them. */
const TITLES = new Set(['\xa9nam', 'titl']);
const TITLE_KEY = /^(?:mdta)?(?:com\.apple\.quicktime\.)?title$|^\xa9nam$/;
/** Names that browsers and ffmpeg write, and the empty one. They reveal nothing. */
const PLAIN_NAME = /^(?:(?:Video|Sound)Handler|(?:AVC|HEVC|VPC|AV1|AOM) Coding)?$/;
const NAME_MOST_BYTES = 64;
const SPACE = 0x20;
/** Offset of a handler's name, which often contains the camera's maker: `GoPro AVC`. */
const HANDLER_NAME = 24;
/** The encoder's name in the description of a video track's frames. */
const ENCODER_NAME = { offset: 42, length: 32, within: 78 };
const FRAMES = new Set('avc1 avc3 hvc1 hev1 dvh1 dvhe av01 vp08 vp09 mp4v s263 h263 jpeg mjpa mjpb apcn apch apcs apco ap4h'.split(' '));
/** Maximum nesting of boxes. Cameras need half of it, and each level costs memory while it is parsed. */
const DEEPEST = 16;

/**
 * Finds everything in an MP4, MOV or 3GP file that tells where and with what it was filmed: user data, metadata, unknown
 * boxes, space, and the tracks into which cameras write their position. Boxes become `free` boxes of zeros, which players
 * skip.
 * @throws Refusal 415 for a file whose boxes do not fit together, or that has no `moov`
 */
export async function findMp4Location(source: ByteSource): Promise<readonly Patch[]> {
  const reader = new BoxReader(source);
  const found = new FoundPatches();
  const moov = await descriptionIn(reader);
  // Its own counts: tables of pictures and sound must not use up those of locations.
  const tables = new BoxReader(source);
  let frames = new DescribedFrames(tables, moov);
  let offset = 0;
  while (offset < source.size) {
    const box = await reader.boxAt(offset, source.size).catch(nullIfRefused);
    if (!box && (await isFilm(source, offset))) return found.all;
    // Behind a damaged length, or in a box whose type is damaged (R304). All boxes up to the `moov` fit.
    const endOfFrames = box && (KNOWN.has(box.type) || isSpace(box)) ? null : await frames.endOfRunIn(offset, box?.end ?? source.size);
    if (endOfFrames !== null) {
      offset = box && box.end <= moov.start ? box.end : endOfFrames;
      continue;
    }
    // Appended bytes. A film that was blanked before stays as it is.
    if (!box || (box.type === '\0\0\0\0' && box.end === source.size)) break;
    if (box.type === 'moof') frames = new DescribedFrames(tables, box);
    if (box.type === 'moov') await inDescription(reader, box, found);
    else await inBox(reader, box, found);
    offset = box.end;
  }
  if (offset < source.size) found.add({ offset, length: source.size - offset });
  return found.all;
}

/** Accepts a recording that ends inside its last box, and data that cameras append without a box, after the `moov`. */
async function descriptionIn(reader: BoxReader): Promise<Box> {
  for await (const box of reader.boxes(0, reader.source.size)) if (box.type === 'moov') return box;
  throw unreadable();
}

const nullIfRefused = (error: unknown): null => {
  if (error instanceof Refusal) return null;
  throw error;
};

/** Whether a box of frames begins here, though it does not end in the file. */
const isFilm = async (source: ByteSource, offset: number): Promise<boolean> =>
  (await source.read(offset + 4, 4)).toString('latin1') === 'mdat';

async function inDescription(reader: BoxReader, moov: Box, found: FoundPatches): Promise<void> {
  const children = await reader.childrenOf(moov);
  const isFragmented = children.some(({ type }) => type === 'mvex');
  const pause = pauseAfterSteps();
  for (const child of children) {
    await pause();
    // A compressed `moov` cannot be searched, and no phone has written one in twenty years.
    if (child.type === 'cmov') throw unreadable();
    await inBox(reader, child, found);
    if (child.type === 'trak') await findTimedLocation(reader, child, isFragmented, found);
  }
}

async function inBox(reader: BoxReader, box: Box, found: FoundPatches, depth = 0, isUserData = false): Promise<void> {
  if (depth > DEEPEST) throw unreadable();
  if (box.type === 'gps ') await findListedGps(reader, box, found);
  if (isSpace(box)) {
    found.add(...emptied(box));
  } else if (isUserData && TITLES.has(box.type)) {
    return;
  } else if (!KNOWN.has(box.type) || (isUserData && box.type !== 'meta')) {
    found.add(...freed(box));
  } else if (box.type === 'hdlr') {
    await inName(reader, box.content + HANDLER_NAME, box.end - box.content - HANDLER_NAME, found);
  } else if (box.type === 'stsd') {
    await inFrameFormats(reader, box, found);
  } else if (box.type === 'meta') {
    await inMetadata(reader, box, found, depth);
  } else if (CONTAINERS.has(box.type)) {
    const holdsUserData = box.type === 'udta';
    for await (const child of reader.boxes(box.content, box.end)) await inBox(reader, child, found, depth + 1, holdsUserData);
  }
}

async function inFrameFormats(reader: BoxReader, stsd: Box, found: FoundPatches): Promise<void> {
  const { offset, length, within } = ENCODER_NAME;
  for await (const { type, content, end } of reader.boxes(stsd.content + 8, stsd.end))
    if (FRAMES.has(type) && end - content >= within) await inName(reader, content + offset, length, found);
}

/** Zeros a name, unless it is a `PLAIN_NAME`. */
async function inName(reader: BoxReader, offset: number, length: number, found: FoundPatches): Promise<void> {
  if (length <= 0) return;
  const name = await reader.bytes(offset, Math.min(length, NAME_MOST_BYTES));
  // Names end with zeros, or begin with their length.
  const letters = Buffer.from(name.filter((byte) => byte >= SPACE)).toString('latin1');
  if (length > NAME_MOST_BYTES || !PLAIN_NAME.test(letters)) found.add({ offset, length });
}

/** `keys` names the entries of `ilst` by their number. iTunes names them by their type. */
async function inMetadata(reader: BoxReader, meta: Box, found: FoundPatches, depth: number): Promise<void> {
  const start = await metadataContent(reader, meta);
  const children: Box[] = [];
  for await (const child of reader.boxes(start, meta.end)) children.push(child);
  const keys = children.find(({ type }) => type === 'keys');
  const names = keys ? await namesIn(reader, keys) : [];
  for (const child of children) {
    if (child.type === 'ilst') {
      for (const entry of await reader.childrenOf(child)) {
        if (isSpace(entry)) {
          found.add(...emptied(entry));
          continue;
        }
        const number = Buffer.from(entry.type, 'latin1').readUInt32BE(0);
        const name = names[number - 1] ?? (await nameOfEntry(reader, entry));
        if (!TITLE_KEY.test(name)) await empty(reader, entry, found);
      }
    } else {
      await inBox(reader, child, found, depth + 1);
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
async function empty(reader: BoxReader, entry: Box, found: FoundPatches): Promise<void> {
  const DATA_HEADER = 8;
  for await (const { type, content, end } of reader.boxes(entry.content, entry.end)) {
    const offset = content + DATA_HEADER;
    if (type === 'data' && end > offset) found.add({ offset, length: end - offset });
  }
}
