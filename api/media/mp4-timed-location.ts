import { type Box, type BoxReader, unreadable } from './mp4-boxes.ts';
import type { Patch } from './patch.ts';

/** Sample formats in which cameras write their way: GoPro, Google's camera motion, Sony, DJI, Novatek. */
const WAY_FORMATS = new Set(['gpmd', 'camm', 'rtmd', 'djmd', 'gps ']);
const MOST_ENTRIES = 2_000_000;

/**
 * Finds the samples of tracks that hold a way, second by second; they become zeros. Apple's timed metadata (`mebx`) goes
 * only when its keys name a location, since it also carries the turning of the picture.
 */
export async function findTimedLocation(reader: BoxReader, trak: Box, isFragmented: boolean): Promise<Patch[]> {
  const table = await descend(reader, trak, ['mdia', 'minf', 'stbl']);
  if (!table) return [];
  const boxes = new Map((await reader.childrenOf(table)).map((box) => [box.type, box]));
  const formats = boxes.get('stsd');
  if (!formats || !(await holdsWay(reader, formats))) return [];
  // The samples of a fragmented recording lie in its fragments, which no camera with such a track writes.
  if (isFragmented) throw unreadable();
  return samplesOf(reader, boxes);
}

async function descend(reader: BoxReader, from: Box, types: string[]): Promise<Box | null> {
  let box: Box | undefined = from;
  for (const type of types) {
    if (!box) return null;
    box = (await reader.childrenOf(box)).find((child) => child.type === type);
  }
  return box ?? null;
}

async function holdsWay(reader: BoxReader, stsd: Box): Promise<boolean> {
  for await (const entry of reader.boxes(stsd.content + 8, stsd.end)) {
    if (WAY_FORMATS.has(entry.type)) return true;
    if (entry.type === 'mebx') {
      const keys = await reader.source.read(entry.content, Math.min(entry.end - entry.content, 65_536));
      if (/location/i.test(keys.toString('latin1'))) return true;
    }
  }
  return false;
}

/** Where a track's samples lie: its chunks' offsets, and how many samples of which size are in each. */
async function samplesOf(reader: BoxReader, boxes: ReadonlyMap<string, Box>): Promise<Patch[]> {
  const sizes = boxes.get('stsz');
  const runs = boxes.get('stsc');
  const wide = boxes.get('co64');
  const chunks = wide ?? boxes.get('stco');
  if (!sizes || !runs || !chunks) throw unreadable();

  const offsets = await column(reader, chunks, 4, wide ? 8 : 4);
  const perChunk = await column(reader, runs, 4, 12);
  const sizeTable = await tableOf(reader, sizes);
  if (sizeTable.length < 12) throw unreadable();
  const sameSize = sizeTable.readUInt32BE(4);
  const sampleCount = sizeTable.readUInt32BE(8);
  if (sampleCount > MOST_ENTRIES || (sameSize === 0 && sizeTable.length < 12 + 4 * sampleCount)) throw unreadable();
  const sizeOf = (sample: number) => (sameSize > 0 ? sameSize : sizeTable.readUInt32BE(12 + 4 * sample));

  const patches: Patch[] = [];
  let sample = 0;
  let run = -1;
  for (let chunk = 0; chunk < offsets.length && sample < sampleCount; chunk++) {
    while (run + 1 < perChunk.length && perChunk[run + 1]!.readUInt32BE(0) <= chunk + 1) run += 1;
    const samplesHere = run < 0 ? 0 : perChunk[run]!.readUInt32BE(4);
    const offset = wide ? Number(offsets[chunk]!.readBigUInt64BE(0)) : offsets[chunk]!.readUInt32BE(0);
    let length = 0;
    for (let left = samplesHere; left > 0 && sample < sampleCount; left--) length += sizeOf(sample++);
    const within = Math.min(length, reader.source.size - offset);
    if (within > 0) patches.push({ offset, length: within });
  }
  return patches;
}

/** The rows of a table that begins, after version and flags, with the number of its rows. */
async function column(reader: BoxReader, box: Box, countAt: number, width: number): Promise<Buffer[]> {
  const table = await tableOf(reader, box);
  if (table.length < countAt + 4) throw unreadable();
  const count = table.readUInt32BE(countAt);
  const first = countAt + 4;
  if (count > MOST_ENTRIES || table.length < first + count * width) throw unreadable();
  return Array.from({ length: count }, (_, row) => table.subarray(first + row * width, first + (row + 1) * width));
}

async function tableOf(reader: BoxReader, box: Box): Promise<Buffer> {
  const length = box.end - box.content;
  if (length > 16 * MOST_ENTRIES) throw unreadable();
  return reader.source.read(box.content, length);
}
