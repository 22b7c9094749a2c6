import { Refusal } from '../../errors.ts';
import type { ByteSource } from '../store/byte-source.ts';
import { pauseAfterSteps } from '../store/pause-after-steps.ts';

/** A box of the ISO base media format (ISO/IEC 14496-12, section 4.2), called an atom in QuickTime. */
export interface Box {
  /** Four characters in latin1: '©xyz' begins with the byte A9. */
  type: string;
  start: number;
  /** Where its content begins. */
  content: number;
  end: number;
}

/** Far more than any camera writes. A file made only of boxes must not keep the server busy. */
const BOXES_MOST = 200_000;
/**
 * Table rows over all location tracks of a file. The largest video lasts at most an hour at a phone's bit rate. With a
 * location per frame, 60 a second, it has 216,000 samples, in up to as many chunks.
 */
const ROWS_MOST = 500_000;

/**
 * Small reads where tables point, over the whole file. Each may be a request to a bucket. A dash camera with one position a
 * second needs 20,000 in five hours.
 */
const LISTED_MOST = 20_000;

export const unreadable = () => new Refusal('unsupported_type', "This file is damaged and can't be played.");

/** Reads boxes of one file, counting them. */
export class BoxReader {
  readonly source: ByteSource;
  readonly #pause = pauseAfterSteps();
  #read = 0;
  #rows = 0;
  #listed = 0;
  #window: Buffer = Buffer.alloc(0);
  #windowOffset = 0;

  constructor(source: ByteSource) {
    this.source = source;
  }

  /** The boxes between two offsets. @throws Refusal 415 when they do not fit */
  async *boxes(start: number, end: number): AsyncGenerator<Box> {
    // Up to seven bytes may remain: QuickTime ends user data with four zero bytes.
    for (let offset = start; offset + 8 <= end; ) {
      const box = await this.boxAt(offset, end);
      yield box;
      offset = box.end;
    }
  }

  async childrenOf(box: Box): Promise<Box[]> {
    const children: Box[] = [];
    for await (const child of this.boxes(box.content, box.end)) children.push(child);
    return children;
  }

  /** Counts rows before they are read, over all tables of the file. @throws Refusal 415 when there are too many */
  countRows(rows: number): void {
    this.#rows += rows;
    if (this.#rows > ROWS_MOST) throw unreadable();
  }

  /** Counts places to read that a table lists, over all tables of the file. @throws Refusal 415 when there are too many */
  countListed(places: number): void {
    this.#listed += places;
    if (this.#listed > LISTED_MOST) throw unreadable();
  }

  /** @throws Refusal 415 when no box that ends up to `end` begins here */
  async boxAt(offset: number, end: number): Promise<Box> {
    this.#read += 1;
    if (this.#read > BOXES_MOST) throw unreadable();
    await this.#pause();
    if (offset + 8 > end) throw unreadable();
    const header = await this.bytes(offset, Math.min(16, end - offset));
    const type = header.toString('latin1', 4, 8);
    const shortSize = header.readUInt32BE(0);
    if (shortSize === 1 && header.length < 16) throw unreadable();
    // Size 1: the real size follows in 64 bits. Size 0: to the end of the container.
    const size = shortSize === 1 ? Number(header.readBigUInt64BE(8)) : shortSize === 0 ? end - offset : shortSize;
    const headerSize = shortSize === 1 ? 16 : 8;
    if (size < headerSize || offset + size > end) throw unreadable();
    return { type, start: offset, content: offset + headerSize, end: offset + size };
  }

  /** A few bytes, from a buffered window: boxes are adjacent. */
  async bytes(offset: number, length: number): Promise<Buffer> {
    const inWindow = offset >= this.#windowOffset && offset + length <= this.#windowOffset + this.#window.length;
    if (!inWindow) {
      this.#window = await this.source.read(offset, Math.max(length, 4_096));
      this.#windowOffset = offset;
    }
    const from = offset - this.#windowOffset;
    const found = this.#window.subarray(from, from + length);
    if (found.length < length) throw unreadable();
    return found;
  }
}
