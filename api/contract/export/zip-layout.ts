/** A file of a ZIP, stored as it is. */
export interface ZipEntry {
  /** With folders, separated by slashes. */
  name: string;
  /** In bytes. */
  size: number;
  crc32: number;
  modifiedAt: Date;
}

/** A part of a ZIP file: bytes of its own, or those of an entry. */
export type ZipPiece = { at: number; bytes: Uint8Array } | { at: number; entry: number; size: number };

export interface ZipLayout {
  /** In order, without gaps. */
  pieces: readonly ZipPiece[];
  /** Of the whole file, in bytes. */
  size: number;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
/** Names in UTF-8. */
const UTF8 = 1 << 11;
/** The version that introduced ZIP64. */
const VERSION = 45;
const MADE_BY_UNIX = 3 << 8;
/** A file that its owner may write and everyone may read. */
const MODE = (0o100644 << 16) >>> 0;
const ZIP64_TAG = 1;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;

const ASCII = /^[\x20-\x7e]*$/;

/** Text without lone surrogates, in UTF-8. */
const utf8 = (text: string): Uint8Array => (ASCII.test(text) ? Uint8Array.from(text, (letter) => letter.charCodeAt(0)) : encoded(text));

const encoded = (text: string): Uint8Array =>
  Uint8Array.from(encodeURIComponent(text).match(/%..|./g) ?? [], (part) =>
    part.length === 1 ? part.charCodeAt(0) : Number.parseInt(part.slice(1), 16),
  );

/**
 * Where each byte of a ZIP file is, before any of it is written (APPNOTE 6.3.10). Files are stored without compression,
 * because films cannot be compressed: so the sizes are known, any range can be read, and a download can be continued.
 */
export function layoutZip(entries: readonly ZipEntry[]): ZipLayout {
  const pieces: ZipPiece[] = [];
  let at = 0;
  const add = (bytes: Uint8Array) => {
    pieces.push({ at, bytes });
    at += bytes.length;
  };
  const offsets: number[] = [];
  for (const [place, entry] of entries.entries()) {
    offsets.push(at);
    add(localHeader(entry));
    if (entry.size > 0) pieces.push({ at, entry: place, size: entry.size });
    at += entry.size;
  }
  const directoryAt = at;
  for (const [place, entry] of entries.entries()) add(centralHeader(entry, offsets[place]!));
  add(endRecords(entries.length, directoryAt, at - directoryAt));
  return { pieces, size: at };
}

/** The overhead of an entry in its ZIP, in bytes, apart from the file's end. For dividing entries into parts. */
export function overheadOf(entry: ZipEntry): number {
  return localHeader(entry).length + centralHeader(entry, MAX_32).length;
}

/** The extra field of ZIP64 holds the values that do not fit into four bytes, in this order. */
function zip64Of(values: readonly number[]): Uint8Array {
  const large = values.filter((value) => value >= MAX_32);
  if (large.length === 0) return new Uint8Array();
  const out = new Fields(4 + 8 * large.length);
  out.two(ZIP64_TAG).two(8 * large.length);
  for (const value of large) out.eight(value);
  return out.bytes;
}

function localHeader({ name, size, crc32, modifiedAt }: ZipEntry): Uint8Array {
  const [path, extra] = [utf8(name), zip64Of([size, size])];
  const out = new Fields(30 + path.length + extra.length);
  out.four(LOCAL).two(VERSION).two(UTF8).two(0).four(dosTime(modifiedAt)).four(crc32).four(size).four(size);
  return out.two(path.length).two(extra.length).raw(path).raw(extra).bytes;
}

function centralHeader({ name, size, crc32, modifiedAt }: ZipEntry, offset: number): Uint8Array {
  const [path, extra] = [utf8(name), zip64Of([size, size, offset])];
  const out = new Fields(46 + path.length + extra.length);
  out
    .four(CENTRAL)
    .two(MADE_BY_UNIX | VERSION)
    .two(VERSION)
    .two(UTF8)
    .two(0)
    .four(dosTime(modifiedAt));
  out.four(crc32).four(size).four(size).two(path.length).two(extra.length).two(0).two(0).two(0).four(MODE).four(offset);
  return out.raw(path).raw(extra).bytes;
}

/** With the records of ZIP64 only where they are needed: some old programs do not know them. */
function endRecords(count: number, directoryAt: number, directorySize: number): Uint8Array {
  const isLarge = count >= MAX_16 || directoryAt >= MAX_32 || directorySize >= MAX_32;
  const out = new Fields(22 + (isLarge ? 56 + 20 : 0));
  if (isLarge) {
    out
      .four(END_64)
      .eight(44)
      .two(MADE_BY_UNIX | VERSION)
      .two(VERSION)
      .four(0)
      .four(0);
    out.eight(count).eight(count).eight(directorySize).eight(directoryAt);
    out
      .four(LOCATOR_64)
      .four(0)
      .eight(directoryAt + directorySize)
      .four(1);
  }
  const shown = Math.min(count, MAX_16);
  return out.four(END).two(0).two(0).two(shown).two(shown).four(directorySize).four(directoryAt).two(0).bytes;
}

/** Date and time in MS-DOS's format: in steps of two seconds, from 1980 to 2107, in UTC. */
function dosTime(moment: Date): number {
  const year = Math.min(Math.max(moment.getUTCFullYear(), 1980), 2107);
  const date = ((year - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate();
  const time = (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}

/** Numbers one after the other, the lowest byte first. */
class Fields {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  #at = 0;

  constructor(length: number) {
    this.bytes = new Uint8Array(length);
    this.#view = new DataView(this.bytes.buffer);
  }

  two(value: number): this {
    this.#view.setUint16(this.#at, value, true);
    this.#at += 2;
    return this;
  }

  /** A larger value is in ZIP64's field instead. */
  four(value: number): this {
    this.#view.setUint32(this.#at, Math.min(value, MAX_32), true);
    this.#at += 4;
    return this;
  }

  eight(value: number): this {
    this.#view.setBigUint64(this.#at, BigInt(value), true);
    this.#at += 8;
    return this;
  }

  raw(bytes: Uint8Array): this {
    this.bytes.set(bytes, this.#at);
    this.#at += bytes.length;
    return this;
  }
}
