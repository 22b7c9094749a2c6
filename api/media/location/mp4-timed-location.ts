import { FoundPatches } from './found-patches.ts';
import { type Box, type BoxReader, unreadable } from './mp4-boxes.ts';
import type { Patch } from '../store/patch.ts';
import { pauseAfterSteps } from '../store/pause-after-steps.ts';

/** Sample formats in which cameras record their position: GoPro, Google's camera motion, Sony, DJI, Novatek. */
const WAY_FORMATS = new Set(['gpmd', 'camm', 'rtmd', 'djmd', 'gps ']);
/** Subtitles, in which drones record their position beside shutter and altitude. */
const TEXT_FORMATS = new Set(['text', 'tx3g', 'wvtt', 'stpp', 'sbtl', 'c608']);
const TELLS_WAY = /\bGPS\b|\blat(?:itude)?\b|\blong?t?itude\b/i;
/** The beginning of a track shows whether it holds positions: cameras write them from the first second on. */
const WORDS_READ_BYTES = 65_536;
/** Half a minute at least. Subtitles may be a few bytes each. */
const WORDS_READ_SAMPLES = 1_000;

/**
 * Finds the samples of tracks that record positions over time; they become zeros. Apple's timed metadata (`mebx`) is
 * zeroed only if its keys name a location, since it also holds the picture's rotation; subtitles only if they
 * mention one.
 */
export async function findTimedLocation(reader: BoxReader, trak: Box, isFragmented: boolean, found: FoundPatches): Promise<void> {
  const table = await descend(reader, trak, ['mdia', 'minf', 'stbl']);
  if (!table) return;
  const boxes = new Map((await reader.childrenOf(table)).map((box) => [box.type, box]));
  const formats = boxes.get('stsd');
  if (!formats) return;
  if (await isText(reader, formats)) {
    // No camera writes them in fragments.
    if (!isFragmented) for (const sample of await wayInWords(reader, boxes)) found.add(sample);
    return;
  }
  if (!(await holdsWay(reader, formats))) return;
  // The samples of a fragmented recording are in its fragments. No camera with such a track writes those.
  if (isFragmented) throw unreadable();
  await findSamples(reader, boxes, found);
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

async function isText(reader: BoxReader, stsd: Box): Promise<boolean> {
  for await (const entry of reader.boxes(stsd.content + 8, stsd.end)) if (TEXT_FORMATS.has(entry.type)) return true;
  return false;
}

/** The samples of a text track that mentions positions; none for other text tracks. */
async function wayInWords(reader: BoxReader, boxes: ReadonlyMap<string, Box>): Promise<readonly Patch[]> {
  const samples = new FoundPatches();
  await findSamples(reader, boxes, samples);
  let words = '';
  for (const { offset, length } of samples.all.slice(0, WORDS_READ_SAMPLES)) {
    if (words.length >= WORDS_READ_BYTES) break;
    reader.countListed(1);
    words += (await reader.bytes(offset, Math.min(length, WORDS_READ_BYTES - words.length))).toString('latin1');
  }
  return TELLS_WAY.test(words) ? samples.all : [];
}

/** Locates a track's samples: the offsets of its chunks, and the number and size of the samples in each. */
async function findSamples(reader: BoxReader, boxes: ReadonlyMap<string, Box>, found: FoundPatches): Promise<void> {
  const sizes = boxes.get('stsz');
  const runs = boxes.get('stsc');
  const wide = boxes.get('co64');
  const chunks = wide ?? boxes.get('stco');
  if (!sizes || !runs || !chunks) throw unreadable();

  const offsets = await tableOf(reader, chunks, 4, wide ? 8 : 4);
  const perChunk = await tableOf(reader, runs, 4, 12);
  const { sameSize, sampleCount, sizeOf } = await samplesIn(reader, sizes);

  const pause = pauseAfterSteps();
  let sample = 0;
  let run = -1;
  for (let chunk = 0; chunk < offsets.rows && sample < sampleCount; chunk++) {
    await pause();
    while (run + 1 < perChunk.rows && perChunk.table.readUInt32BE(perChunk.at(run + 1)) <= chunk + 1) run += 1;
    const samplesHere = Math.min(run < 0 ? 0 : perChunk.table.readUInt32BE(perChunk.at(run) + 4), sampleCount - sample);
    const at = offsets.at(chunk);
    const offset = wide ? Number(offsets.table.readBigUInt64BE(at)) : offsets.table.readUInt32BE(at);
    let length = sameSize * samplesHere;
    if (sameSize > 0) sample += samplesHere;
    else for (const end = sample + samplesHere; sample < end; sample++) length += sizeOf(sample);
    const within = Math.min(length, reader.source.size - offset);
    if (within > 0) found.add({ offset, length: within });
  }
}

/** Samples of equal size have no rows. */
async function samplesIn(reader: BoxReader, sizes: Box) {
  const head = await reader.bytes(sizes.content, Math.min(12, sizes.end - sizes.content));
  if (head.length < 12) throw unreadable();
  const sameSize = head.readUInt32BE(4);
  const sampleCount = head.readUInt32BE(8);
  if (sameSize > 0) return { sameSize, sampleCount, sizeOf: () => sameSize };
  const { table, at } = await tableOf(reader, sizes, 8, 4);
  return { sameSize, sampleCount, sizeOf: (sample: number) => table.readUInt32BE(at(sample)) };
}

interface Table {
  table: Buffer;
  rows: number;
  /** The offset of a row in `table`. */
  at(row: number): number;
}

/** A table whose number of rows is at `countAt`, after version and flags. */
async function tableOf(reader: BoxReader, box: Box, countAt: number, width: number): Promise<Table> {
  const first = countAt + 4;
  if (box.end - box.content < first) throw unreadable();
  const rows = (await reader.bytes(box.content, first)).readUInt32BE(countAt);
  if (box.end - box.content < first + rows * width) throw unreadable();
  reader.countRows(rows);
  return { table: await reader.source.read(box.content, first + rows * width), rows, at: (row) => first + row * width };
}
