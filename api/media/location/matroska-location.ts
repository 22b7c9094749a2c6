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
const BESIDE_CLUSTERS = new Set([CLUSTER, TAGS, 0x1c53bb6b, 0x1549a966, 0x1654ae6b, 0x114d9b74, 0x1941a469, 0x1043a770]);
const LOCATION_NAME = /location|gps|geo/i;
const ELEMENTS_MOST = 2_000_000;
/** Maximum nesting of tags: each level costs memory while it is parsed. */
const DEEPEST = 16;
const WINDOW_BYTES = 4_096;

interface Element {
  id: number;
  content: number;
  end: number;
  /** Its length is unknown: the recorder wrote it while filming. */
  isOpenEnded: boolean;
}

/**
 * Finds the tags of a WebM or Matroska file that say where it was filmed. Their values become zeros, which EBML reads
 * as the end of a text (RFC 8794, section 13). A truncated recording is read as far as it goes.
 * @throws Refusal 415 for more elements than any camera writes
 */
export async function findMatroskaLocation(source: ByteSource): Promise<Patch[]> {
  const reader = new ElementReader(source);
  const patches: Patch[] = [];
  for await (const top of reader.elements(0, source.size)) {
    if (top.id !== SEGMENT) continue;
    for await (const part of partsOf(reader, top)) {
      if (part.id === TAGS) await inTags(reader, part, patches);
    }
  }
  return patches;
}

/** The parts of a segment. Walks the children of an open-ended cluster until an element that cannot belong to it. */
async function* partsOf(reader: ElementReader, segment: Element): AsyncGenerator<Element> {
  for (let offset = segment.content; offset < segment.end; ) {
    const part = await reader.at(offset, segment.end);
    if (!part) return;
    yield part;
    offset = part.isOpenEnded ? part.content : part.end;
    if (part.id !== CLUSTER || !part.isOpenEnded) continue;
    for (let inner = await reader.at(offset, segment.end); inner && !BESIDE_CLUSTERS.has(inner.id); ) {
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
  if (!LOCATION_NAME.test(name)) return;
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
    return { id, content, end, isOpenEnded };
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
