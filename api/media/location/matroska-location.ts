import type { ByteSource } from '../store/byte-source.ts';
import { FoundPatches } from './found-patches.ts';
import { type Element, ElementReader, VOID } from './matroska-elements.ts';
import { unreadable } from './mp4-boxes.ts';
import type { Patch } from '../store/patch.ts';
import { voided, voidedRest } from './voided-element.ts';

/** Element ids of Matroska (RFC 9559), with their length markers. */
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const CLUSTER_ID = Buffer.from('1f43b675', 'hex');
const TIMESTAMP = 0xe7;
const TIMESTAMP_MOST_BYTES = 8;
const SCANNED_BYTES = 65_536;
const TAGS = 0x1254c367;
const TAGS_ID = Buffer.from('1254c367', 'hex');
const TAG = 0x7373;
const SIMPLE_TAG = 0x67c8;
const TAG_NAME = 0x45a3;
const TAG_VALUES = new Set([0x4487, 0x4485]);
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const TRACK_NUMBER = 0xd7;
const TRACK_TYPE = 0x83;
const TRACK_NAME = 0x536e;
const VIDEO = 1;
const AUDIO = 2;
const SIMPLE_BLOCK = 0xa3;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
const INFO = 0x1549a966;
/** Names of a recorder's file and program, and the date, beside the title and the length. */
const INFO_TEXTS = new Set([0x7384, 0x3c83ab, 0x3e83bb, 0x4d80, 0x5741]);
/** What a segment may hold beside clusters and tags: seek head, cues, chapters, checksum, void. */
const KNOWN = new Set([TRACKS, INFO, CLUSTER, TAGS, 0x114d9b74, 0x1c53bb6b, 0x1043a770, 0xbf, VOID]);
/** What a cluster may hold: its time and place in the file, blocks, checksum, void. */
const IN_CLUSTER = new Set([0xe7, 0xa7, 0xab, 0x5854, SIMPLE_BLOCK, BLOCK_GROUP, 0xaf, 0xbf, VOID]);
/** What may be with a block: its duration, what it refers to, its transparency. */
const IN_GROUP = new Set([BLOCK, 0x75a1, 0x9b, 0xfa, 0xfb, 0xfd, 0xa4, 0x75a2, 0x8e, 0xa2, 0xc8, 0xbf, VOID]);
/** What may be beside a segment: the header of another one, and void. */
const BESIDE_SEGMENTS = new Set([0x1a45dfa3, VOID]);
const BESIDE_CLUSTERS = new Set([CLUSTER, TAGS, 0x1c53bb6b, 0x1549a966, 0x1654ae6b, 0x114d9b74, 0x1941a469, 0x1043a770]);
/** Titles stay: people type them. */
const TITLE_NAME = /^TITLE$/i;
/** Maximum nesting of tags: each level costs memory while it is parsed. */
const DEEPEST = 16;

/**
 * Finds everything in a WebM or Matroska file that tells where and with what it was filmed: tags, attachments, unknown
 * parts, what is in void elements and after the segment, and frames of tracks that are neither video nor audio, such as
 * subtitles. Values become zeros, which EBML reads as the end of a text (RFC 8794, section 13), and elements become void.
 * A truncated recording is read as far as it goes.
 * @throws Refusal 415 for more elements than any camera writes
 */
export async function findMatroskaLocation(source: ByteSource): Promise<readonly Patch[]> {
  const found = new FoundPatches();
  const reader = new ElementReader(source, found);
  /** The end of what a reader needs. Null before the first segment. */
  let end: number | null = null;
  for await (const top of reader.elements(0, source.size)) {
    if (top.id === SEGMENT) {
      const before = found.count;
      const fits = (await inSegment(reader, top, found)) && !(await isFollowedByParts(reader, top, source.size));
      if (!fits && top.end < source.size) {
        found.backTo(before);
        await inSegment(reader, { ...top, end: source.size }, found);
      }
      end = fits ? top.end : source.size;
      if (end === source.size) break;
    } else if (end !== null) {
      if (top.isOpenEnded || top.isCut) break;
      if (!BESIDE_SEGMENTS.has(top.id)) found.add(...voided(top));
      end = top.end;
    }
  }
  if (end !== null && end < source.size) found.add(...voidedRest(end, source.size));
  return found.all;
}

/** A recorder that was cut off leaves a wrong length: parts that follow belong to the segment. */
async function isFollowedByParts(reader: ElementReader, segment: Element, size: number): Promise<boolean> {
  const next = await reader.at(segment.end, size, null);
  return next !== null && BESIDE_CLUSTERS.has(next.id);
}

/** @returns false if its parts do not end where it ends, because its length is damaged */
async function inSegment(reader: ElementReader, segment: Element, found: FoundPatches, hidden = new Set<number>()): Promise<boolean> {
  const before = found.count;
  let hasFrames = false;
  let hiddenBeforeFrames = 0;
  const inCluster = async (element: Element, unknown: FoundPatches) => {
    if (!hasFrames) hiddenBeforeFrames = hidden.size;
    hasFrames = true;
    await blank(reader, element, hidden, found, unknown);
  };
  const fits = await walk(reader, segment, found, inCluster, async (part, unknown) => {
    if (part.id === TAGS) await inTags(reader, part, found);
    else if (part.id === INFO) await inInfo(reader, part, found);
    else if (part.id === TRACKS) await inTracks(reader, part, hidden, found);
    else if (!KNOWN.has(part.id) && !part.isOpenEnded) unknown.add(...voided(part));
  });
  if (!hasFrames || hidden.size === hiddenBeforeFrames) return fits;
  // Tracks that are described after their frames.
  found.backTo(before);
  return inSegment(reader, segment, found, hidden);
}

async function inInfo(reader: ElementReader, info: Element, found: FoundPatches): Promise<void> {
  for await (const { id, content, end } of reader.elements(info.content, info.end))
    if (INFO_TEXTS.has(id) && end > content) found.add({ offset: content, length: end - content });
}

/** Adds the numbers of tracks that are neither video nor audio. */
async function inTracks(reader: ElementReader, tracks: Element, hidden: Set<number>, found: FoundPatches): Promise<void> {
  for await (const track of reader.elements(tracks.content, tracks.end)) {
    if (track.id !== TRACK) continue;
    let number = 0;
    let type = VIDEO;
    for await (const { id, content, end } of reader.elements(track.content, track.end)) {
      if (id === TRACK_NAME && end > content) found.add({ offset: content, length: end - content });
      if (id !== TRACK_NUMBER && id !== TRACK_TYPE) continue;
      const value = (await reader.bytes(content, Math.min(end - content, 6))).reduce((sum, byte) => sum * 256 + byte, 0);
      if (id === TRACK_NUMBER) number = value;
      else type = value;
    }
    if (type !== VIDEO && type !== AUDIO) hidden.add(number);
  }
}

/** Finds frames of hidden tracks, and unknown elements. A block begins with the number of its track. */
async function blank(
  reader: ElementReader,
  element: Element,
  hidden: ReadonlySet<number>,
  found: FoundPatches,
  unknown: FoundPatches,
): Promise<void> {
  if (element.id === SIMPLE_BLOCK) {
    if (hidden.size > 0 && hidden.has(await reader.number(element))) found.add(...voided(element));
  } else if (element.id === BLOCK_GROUP) {
    const gone: Element[] = [];
    let isHidden = false;
    for await (const child of reader.elements(element.content, element.end, unknown)) {
      if (child.id === BLOCK) isHidden ||= hidden.has(await reader.number(child));
      else if (isUnknown(child, IN_GROUP)) gone.push(child);
    }
    if (isHidden) found.add(...voided(element));
    else for (const child of gone) unknown.add(...voided(child));
  } else if (isUnknown(element, IN_CLUSTER)) {
    unknown.add(...voided(element));
  }
}

const isUnknown = (element: Element, known: ReadonlySet<number>): boolean =>
  !known.has(element.id) && !element.isOpenEnded && !element.isCut;

/**
 * Walks the parts of a segment, and the elements of its clusters. Void and unknown elements are found only in clusters
 * that fit: where a length is damaged, they are more likely the film. So are unknown parts after such a cluster, and the
 * walk ends there.
 * @returns whether the parts end where the segment ends
 */
async function walk(
  reader: ElementReader,
  segment: Element,
  found: FoundPatches,
  inCluster: (element: Element, unknown: FoundPatches) => Promise<void>,
  inPart: (part: Element, unknown: FoundPatches) => Promise<void>,
): Promise<boolean> {
  let fits = false;
  let hasFrames = false;
  let isAfterDamage = false;
  /** Patches in unknown parts. They count once a known part follows: before the frames, these may be a damaged description. */
  const doubtful = new FoundPatches();
  let doubtfulFrom: number | null = null;
  let mayBeBeforeTags = true;
  for (let offset = segment.content; offset < segment.end; ) {
    const part = await reader.at(offset, segment.end, isAfterDamage ? null : doubtful);
    const isReadable = part !== null && (!isAfterDamage || BESIDE_CLUSTERS.has(part.id));
    if (!isReadable || !KNOWN.has(part.id) || (part.isCut && part.id !== CLUSTER)) {
      const across = isReadable ? part : { content: offset, end: segment.end };
      const frames = await firstIn(reader, across, CLUSTER_ID, TIMESTAMP);
      // A damaged length reaches across frames (R304), perhaps that of an earlier part.
      if (frames !== null) {
        if (part && KNOWN.has(part.id)) await inPart(part, doubtful);
        if (hasFrames) found.take(doubtful);
        // Once only: each time would read up to the same frames again.
        const before: Range = { content: doubtfulFrom ?? across.content, end: frames };
        const tags = mayBeBeforeTags ? await firstIn(reader, before, TAGS_ID, TAG) : null;
        mayBeBeforeTags = false;
        doubtful.backTo(0);
        doubtfulFrom = null;
        isAfterDamage = false;
        offset = tags ?? frames;
        continue;
      }
    }
    if (!isReadable) {
      if (hasFrames) found.take(doubtful);
      return false;
    }
    isAfterDamage = false;
    fits = !part.isCut;
    const isCluster = part.id === CLUSTER || (!KNOWN.has(part.id) && (await beginsAsCluster(reader, part)));
    if (isCluster || KNOWN.has(part.id)) {
      found.take(doubtful);
      doubtfulFrom = null;
    } else {
      doubtfulFrom ??= part.start;
    }
    if (!isCluster) await inPart(part, doubtful);
    offset = part.isOpenEnded ? part.content : part.end;
    if (!isCluster) continue;
    hasFrames = true;
    const unknown = new FoundPatches();
    const last = await lastElement(reader, part, unknown, (element) => inCluster(element, unknown));
    if (part.isOpenEnded || last.isBeforePart) {
      offset = last.end;
      fits = last.fits;
    }
    isAfterDamage = !last.fits;
    if (last.fits) found.take(unknown);
  }
  found.take(doubtful);
  return fits;
}

type Range = Pick<Element, 'content' | 'end'>;

/** Clusters begin with their time, even if their id is damaged. */
async function beginsAsCluster(reader: ElementReader, { content, end }: Element): Promise<boolean> {
  const first = await reader.at(content, end, null);
  return first !== null && first.id === TIMESTAMP && first.end - first.content <= TIMESTAMP_MOST_BYTES;
}

/** Where the first element with this id and first child begins in a range. */
async function firstIn(reader: ElementReader, { content, end }: Range, id: Buffer, child: number): Promise<number | null> {
  for (let offset = content; offset < end; offset += SCANNED_BYTES) {
    const bytes = await reader.bytes(offset, Math.min(SCANNED_BYTES + id.length - 1, end - offset));
    const places: number[] = [];
    for (let at = bytes.indexOf(id); at >= 0; at = bytes.indexOf(id, at + 1)) places.push(offset + at);
    for (const place of places) {
      const element = await reader.at(place, end, null);
      if (element && (await reader.at(element.content, element.end, null))?.id === child) return place;
    }
  }
  return null;
}

/**
 * Walks the elements of a cluster, up to one that cannot belong to it: it is open-ended, or its length is damaged.
 * @returns where the last one ends, and whether the cluster ends there
 */
async function lastElement(
  reader: ElementReader,
  cluster: Element,
  voids: FoundPatches,
  visit: (element: Element) => Promise<void>,
): Promise<{ end: number; fits: boolean; isBeforePart: boolean }> {
  let end = cluster.content;
  for await (const element of reader.elements(cluster.content, cluster.end, voids)) {
    const isPart = BESIDE_CLUSTERS.has(element.id) || (!IN_CLUSTER.has(element.id) && (await beginsAsCluster(reader, element)));
    if (isPart) return { end, fits: true, isBeforePart: true };
    await visit(element);
    end = element.end;
    if (element.isCut) return { end, fits: false, isBeforePart: false };
  }
  return { end, fits: end === cluster.end, isBeforePart: false };
}

async function inTags(reader: ElementReader, tags: Element, found: FoundPatches): Promise<void> {
  for await (const tag of reader.elements(tags.content, tags.end)) {
    if (tag.id !== TAG) continue;
    for await (const child of reader.elements(tag.content, tag.end))
      if (child.id === SIMPLE_TAG) await inSimpleTag(reader, child, found, 0);
  }
}

async function inSimpleTag(reader: ElementReader, tag: Element, found: FoundPatches, depth: number): Promise<void> {
  if (depth > DEEPEST) throw unreadable();
  let name = '';
  const values: Element[] = [];
  for await (const child of reader.elements(tag.content, tag.end)) {
    if (child.id === TAG_NAME) name = (await reader.bytes(child.content, Math.min(child.end - child.content, 256))).toString('latin1');
    if (TAG_VALUES.has(child.id) && child.end > child.content) values.push(child);
    if (child.id === SIMPLE_TAG) await inSimpleTag(reader, child, found, depth + 1);
  }
  if (TITLE_NAME.test(name)) return;
  for (const { content, end } of values) found.add({ offset: content, length: end - content });
}
