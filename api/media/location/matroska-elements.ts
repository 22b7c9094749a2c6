import { pauseAfterSteps } from '../store/pause-after-steps.ts';
import type { ByteSource } from '../store/byte-source.ts';
import type { FoundPatches } from './found-patches.ts';
import { unreadable } from './mp4-boxes.ts';
import { SourceWindow } from './source-window.ts';

/** An element of EBML (RFC 8794). */
export interface Element {
  id: number;
  start: number;
  content: number;
  end: number;
  /** Its length is unknown: the recorder wrote it while filming. */
  isOpenEnded: boolean;
  /** It claims to end after its parent. */
  isCut: boolean;
}

/** What readers skip (RFC 8794, section 11.3.2). */
export const VOID = 0xec;

const ELEMENTS_MOST = 2_000_000;

/** Reads elements of one file, counting them. Finds what is in those that are void. */
export class ElementReader {
  readonly #window: SourceWindow;
  readonly #found: FoundPatches;
  readonly #pause = pauseAfterSteps();
  #read = 0;

  constructor(source: ByteSource, found: FoundPatches) {
    this.#window = new SourceWindow(source);
    this.#found = found;
  }

  /** @param voids where to add what is in void elements; by default to everything found in the file */
  async *elements(start: number, end: number, voids = this.#found): AsyncGenerator<Element> {
    for (let offset = start; offset < end; ) {
      const element = await this.at(offset, end, voids);
      if (!element) return;
      yield element;
      offset = element.end;
    }
  }

  /**
   * Null where there is no readable element.
   * @param voids as for `elements`; null where the bytes may be no element at all
   * @throws Refusal 415 for more elements than any camera writes
   */
  async at(offset: number, limit: number, voids: FoundPatches | null = this.#found): Promise<Element | null> {
    this.#read += 1;
    if (this.#read > ELEMENTS_MOST) throw unreadable();
    await this.#pause();
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
    const isCut = !isOpenEnded && content + size > limit;
    if (id === VOID && !isOpenEnded && !isCut && end > content) voids?.add({ offset: content, length: end - content });
    return { id, start: offset, content, end, isOpenEnded, isCut };
  }

  /** The number at the beginning of an element, encoded like a length. */
  async number({ content, end }: Element): Promise<number> {
    const marked = await this.bytes(content, Math.min(8, end - content));
    const length = vintLength(marked[0] ?? 0);
    return marked.subarray(0, length).reduce((sum, byte, index) => sum * 256 + (index === 0 ? byte & (0xff >> length) : byte), 0);
  }

  /** A few bytes, valid until the next call. */
  bytes(offset: number, length: number): Promise<Buffer> {
    return this.#window.bytes(offset, length);
  }
}

/** The leading zeros of the first byte encode the length of a number in bytes (RFC 8794, section 4). */
const vintLength = (first: number): number => (first === 0 ? 9 : Math.clz32(first) - 23);
