import type { ByteSource } from '../store/byte-source.ts';
import { unreadable } from './mp4-boxes.ts';
import type { Patch } from '../store/patch.ts';

/** Element ids of Matroska (RFC 9559), with their length markers. */
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TAGS = 0x1254c367;
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
const KNOWN = new Set([TRACKS, INFO, CLUSTER, TAGS, 0x114d9b74, 0x1c53bb6b, 0x1043a770, 0xbf, 0xec]);
const BESIDE_CLUSTERS = new Set([CLUSTER, TAGS, 0x1c53bb6b, 0x1549a966, 0x1654ae6b, 0x114d9b74, 0x1941a469, 0x1043a770]);
/** A title is a person's own words. */
const TITLE_NAME = /^TITLE$/i;
const ELEMENTS_MOST = 2_000_000;
/** Maximum nesting of tags: each level costs memory while it is parsed. */
const DEEPEST = 16;
const WINDOW_BYTES = 4_096;

interface Element {
  id: number;
  start: number;
  content: number;
  end: number;
  /** Its length is unknown: the recorder wrote it while filming. */
  isOpenEnded: boolean;
}

/**
 * Finds everything in a WebM or Matroska file that tells where and with what it was filmed: tags, attachments, unknown
 * parts, and frames of tracks that are neither video nor audio, such as subtitles. Values become zeros, which EBML reads
 * as the end of a text (RFC 8794, section 13), and elements become void. A truncated recording is read as far as it goes.
 * @throws Refusal 415 for more elements than any camera writes
 */
export async function findMatroskaLocation(source: ByteSource): Promise<Patch[]> {
  const reader = new ElementReader(source);
  const patches: Patch[] = [];
  for await (const top of reader.elements(0, source.size)) {
    if (top.id !== SEGMENT) continue;
    const hidden = new Set<number>();
    for await (const part of partsOf(reader, top)) {
      if (part.id === TAGS) await inTags(reader, part, patches);
      else if (part.id === INFO) await inInfo(reader, part, patches);
      else if (part.id === TRACKS) await inTracks(reader, part, hidden, patches);
      else if (!KNOWN.has(part.id) && !part.isOpenEnded) patches.push(...voided(part));
    }
    // Reads no frame of a film without such tracks.
    if (hidden.size === 0) continue;
    for await (const part of partsOf(reader, top, (block) => blank(reader, block, hidden, patches))) {
      if (part.id !== CLUSTER || part.isOpenEnded) continue;
      for await (const block of reader.elements(part.content, part.end)) await blank(reader, block, hidden, patches);
    }
  }
  return patches;
}

/** Turns an element into one that readers skip, of the same length. */
function voided({ start, content, end }: Element): Patch[] {
  const VOID = 0xec;
  // The length takes the rest of the old header, eight bytes at most.
  const width = Math.min(content - start - 1, 8);
  const header = Buffer.alloc(1 + width);
  header.writeUInt8(VOID);
  let rest = end - start - header.length;
  for (let at = width; at >= 1; at--, rest = Math.floor(rest / 256)) header[at] = rest % 256;
  header[1]! |= 0x80 >> (width - 1);
  const from = start + header.length;
  return [{ offset: start, length: header.length, bytes: header }, ...(end > from ? [{ offset: from, length: end - from }] : [])];
}

async function inInfo(reader: ElementReader, info: Element, patches: Patch[]): Promise<void> {
  for await (const { id, content, end } of reader.elements(info.content, info.end))
    if (INFO_TEXTS.has(id) && end > content) patches.push({ offset: content, length: end - content });
}

/** Adds the numbers of tracks that are neither video nor audio. */
async function inTracks(reader: ElementReader, tracks: Element, hidden: Set<number>, patches: Patch[]): Promise<void> {
  for await (const track of reader.elements(tracks.content, tracks.end)) {
    if (track.id !== TRACK) continue;
    let number = 0;
    let type = VIDEO;
    for await (const { id, content, end } of reader.elements(track.content, track.end)) {
      if (id === TRACK_NAME && end > content) patches.push({ offset: content, length: end - content });
      if (id !== TRACK_NUMBER && id !== TRACK_TYPE) continue;
      const value = (await reader.bytes(content, Math.min(end - content, 6))).reduce((sum, byte) => sum * 256 + byte, 0);
      if (id === TRACK_NUMBER) number = value;
      else type = value;
    }
    if (type !== VIDEO && type !== AUDIO) hidden.add(number);
  }
}

/** A block begins with the number of its track. */
async function blank(reader: ElementReader, element: Element, hidden: ReadonlySet<number>, patches: Patch[]): Promise<void> {
  if (element.id === SIMPLE_BLOCK) {
    if (hidden.has(await reader.number(element))) patches.push(...voided(element));
  } else if (element.id === BLOCK_GROUP) {
    for await (const child of reader.elements(element.content, element.end))
      if (child.id === BLOCK && hidden.has(await reader.number(child))) patches.push(...voided(element));
  }
}

/** The parts of a segment. Walks the children of an open-ended cluster until an element that cannot belong to it. */
async function* partsOf(reader: ElementReader, segment: Element, inCluster?: (element: Element) => Promise<void>): AsyncGenerator<Element> {
  for (let offset = segment.content; offset < segment.end; ) {
    const part = await reader.at(offset, segment.end);
    if (!part) return;
    yield part;
    offset = part.isOpenEnded ? part.content : part.end;
    if (part.id !== CLUSTER || !part.isOpenEnded) continue;
    for (let inner = await reader.at(offset, segment.end); inner && !BESIDE_CLUSTERS.has(inner.id); ) {
      await inCluster?.(inner);
      offset = inner.end;
      inner = await reader.at(offset, segment.end);
    }
  }
}

async function inTags(reader: ElementReader, tags: Element, patches: Patch[]): Promise<void> {
  for await (const tag of reader.elements(tags.content, tags.end)) {
    if (tag.id !== TAG) continue;
    for await (const child of reader.elements(tag.content, tag.end))
      if (child.id === SIMPLE_TAG) await inSimpleTag(reader, child, patches, 0);
  }
}

async function inSimpleTag(reader: ElementReader, tag: Element, patches: Patch[], depth: number): Promise<void> {
  if (depth > DEEPEST) throw unreadable();
  let name = '';
  const values: Element[] = [];
  for await (const child of reader.elements(tag.content, tag.end)) {
    if (child.id === TAG_NAME) name = (await reader.bytes(child.content, Math.min(child.end - child.content, 256))).toString('latin1');
    if (TAG_VALUES.has(child.id) && child.end > child.content) values.push(child);
    if (child.id === SIMPLE_TAG) await inSimpleTag(reader, child, patches, depth + 1);
  }
  if (TITLE_NAME.test(name)) return;
  for (const { content, end } of values) patches.push({ offset: content, length: end - content });
}

class ElementReader {
  readonly #source: ByteSource;
  #read = 0;
  #window: Buffer = Buffer.alloc(0);
  #windowOffset = 0;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  async *elements(start: number, end: number): AsyncGenerator<Element> {
    for (let offset = start; offset < end; ) {
      const element = await this.at(offset, end);
      if (!element) return;
      yield element;
      offset = element.end;
    }
  }

  /** Null where there is no readable element. */
  async at(offset: number, limit: number): Promise<Element | null> {
    this.#read += 1;
    if (this.#read > ELEMENTS_MOST) throw unreadable();
    if (offset >= limit) return null;
    const header = await this.bytes(offset, Math.min(12, limit - offset));
    const idLength = vintLength(header[0] ?? 0);
    if (idLength > 4 || header.length < idLength + 1) return null;
    const sizeLength = vintLength(header[idLength]!);
    if (sizeLength > 8 || header.length < idLength + sizeLength) return null;
    const id = header.readUIntBE(0, idLength);
    const marked = header.subarray(idLength, idLength + sizeLength);
    const isOpenEnded = marked.every((byte, index) => byte === (index === 0 ? 0xff >> (sizeLength - 1) : 0xff));
    const size = marked.reduce((sum, byte, index) => sum * 256 + (index === 0 ? byte & (0xff >> sizeLength) : byte), 0);
    const content = offset + idLength + sizeLength;
    const end = isOpenEnded ? limit : Math.min(content + size, limit);
    return { id, start: offset, content, end, isOpenEnded };
  }

  /** The number at the beginning of an element, encoded like a length. */
  async number({ content, end }: Element): Promise<number> {
    const marked = await this.bytes(content, Math.min(8, end - content));
    const length = vintLength(marked[0] ?? 0);
    return marked.subarray(0, length).reduce((sum, byte, index) => sum * 256 + (index === 0 ? byte & (0xff >> length) : byte), 0);
  }

  async bytes(offset: number, length: number): Promise<Buffer> {
    const inWindow = offset >= this.#windowOffset && offset + length <= this.#windowOffset + this.#window.length;
    if (!inWindow) {
      this.#window = await this.#source.read(offset, Math.max(length, WINDOW_BYTES));
      this.#windowOffset = offset;
    }
    const from = offset - this.#windowOffset;
    return this.#window.subarray(from, from + length);
  }
}

/** The leading zeros of the first byte encode the length of a number in bytes (RFC 8794, section 4). */
const vintLength = (first: number): number => (first === 0 ? 9 : Math.clz32(first) - 23);
