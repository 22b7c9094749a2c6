import { FoundPatches } from './found-patches.ts';
import { type Box, type BoxReader, unreadable } from './mp4-boxes.ts';
import { chunksOf, tablesOf } from './mp4-chunks.ts';
import type { Patch } from '../store/patch.ts';

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
  const boxes = await tablesOf(reader, trak);
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

async function findSamples(reader: BoxReader, boxes: ReadonlyMap<string, Box>, found: FoundPatches): Promise<void> {
  for await (const { offset, length } of chunksOf(reader, boxes)) {
    const within = Math.min(length, reader.source.size - offset);
    if (within > 0) found.add({ offset, length: within });
  }
}
