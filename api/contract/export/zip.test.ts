import * as zlib from 'node:zlib';
import { type FileEntry, Reader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { describe, expect, it } from 'vitest';
import { crc32 } from './crc32.ts';
import { readZip } from './read-zip.ts';
import { layoutZip, type ZipEntry, type ZipLayout } from './zip-layout.ts';

const encoder = new TextEncoder();
const AT = new Date('2026-11-29T14:22:31Z');
const entryOf = (name: string, bytes: Uint8Array): ZipEntry => ({ name, size: bytes.length, crc32: crc32(bytes), modifiedAt: AT });

async function whole(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

/** A ZIP for zip.js, which is not ours, and reads ranges of it as a person's program would. */
class LayoutReader extends Reader<ZipLayout> {
  readonly #layout: ZipLayout;
  readonly #read: Parameters<typeof readZip>[1];
  constructor(layout: ZipLayout, read: Parameters<typeof readZip>[1]) {
    super(layout);
    this.#layout = layout;
    this.#read = read;
    this.size = layout.size;
  }
  override async readUint8Array(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await whole(readZip(this.#layout, this.#read, { start: offset, end: offset + length - 1 })));
  }
}

describe('CRC-32', () => {
  it('is that of zlib, in one go and in pieces', () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, place) => (place * 7919) & 0xff);
    for (const length of [0, 1, 255, 100_000]) expect(crc32(bytes.subarray(0, length))).toBe(zlib.crc32(bytes.subarray(0, length)));
    expect(crc32(bytes.subarray(40_000), crc32(bytes.subarray(0, 40_000)))).toBe(zlib.crc32(bytes));
  });
});

describe('a ZIP', () => {
  const files: Record<string, Uint8Array> = {
    'longline.json': encoder.encode('{"version":1}'),
    'media/29 Nov Žofie – Fährte/1.mp4': Uint8Array.from({ length: 300_000 }, (_, place) => place % 251),
    'data/empty.jsonl': new Uint8Array(),
  };
  const names = Object.keys(files);
  const layout = layoutZip(names.map((name) => entryOf(name, files[name]!)));
  /** 14:22:30 on 29 November 2026, in MS-DOS's format. */
  const dosDate = ((46 << 9) | (11 << 5) | 29) * 65_536 + ((14 << 11) | (22 << 5) | 15);
  const read = (entry: number, { start, end }: { start: number; end: number }) => [files[names[entry]!]!.subarray(start, end + 1)];

  it('is read by another program, with names, dates and sums', async () => {
    const reader = new ZipReader(new LayoutReader(layout, read), { checkSignature: true, useWebWorkers: false });
    const entries = await reader.getEntries();
    expect(entries.map(({ filename }) => filename)).toEqual(names);
    for (const entry of entries as FileEntry[]) {
      expect(Buffer.from(await entry.getData(new Uint8ArrayWriter())).equals(files[entry.filename]!)).toBe(true);
      expect(entry.rawLastModDate).toBe(dosDate);
    }
  });

  it('gives the same bytes in any ranges', async () => {
    const all = await whole(readZip(layout, read));
    for (const step of [1_009, 65_536, layout.size]) {
      const parts: Buffer[] = [];
      for (let start = 0; start < layout.size; start += step) {
        parts.push(await whole(readZip(layout, read, { start, end: Math.min(start + step, layout.size) - 1 })));
      }
      expect(Buffer.concat(parts).equals(all)).toBe(true);
    }
    // Every border between two pieces, from both sides.
    for (const { at } of layout.pieces.slice(1)) {
      expect((await whole(readZip(layout, read, { start: at - 1, end: at }))).equals(all.subarray(at - 1, at + 1))).toBe(true);
    }
  });

  it('holds files and offsets beyond 4 GB, and more than 65,535 files', async () => {
    const large = 5 * 1024 ** 3;
    const last = encoder.encode('last');
    const many = Array.from({ length: 70_000 }, (_, place) => entryOf(`data/${place}`, new Uint8Array()));
    const huge = layoutZip([{ name: 'film.mp4', size: large, crc32: 0, modifiedAt: AT }, ...many, entryOf('end', last)]);
    expect(huge.size).toBeGreaterThan(large);
    const entries = await new ZipReader(new LayoutReader(huge, () => [last]), { useWebWorkers: false }).getEntries();
    expect(entries).toHaveLength(70_002);
    expect(entries[0]).toMatchObject({ filename: 'film.mp4', uncompressedSize: large });
    const end = entries.at(-1) as FileEntry;
    expect(Buffer.from(await end.getData(new Uint8ArrayWriter(), { checkSignature: true })).toString()).toBe('last');
  });
});
