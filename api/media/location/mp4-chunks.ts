import { type Box, type BoxReader, unreadable } from './mp4-boxes.ts';
import { pauseAfterSteps } from '../store/pause-after-steps.ts';

export interface Chunk {
  offset: number;
  length: number;
}

/** The boxes of a track's `stbl`; none if it has no such box. */
export async function tablesOf(reader: BoxReader, trak: Box): Promise<ReadonlyMap<string, Box>> {
  let box: Box | undefined = trak;
  for (const type of ['mdia', 'minf', 'stbl']) {
    if (!box) break;
    box = (await reader.childrenOf(box)).find((child) => child.type === type);
  }
  return new Map((box ? await reader.childrenOf(box) : []).map((child) => [child.type, child]));
}

/**
 * The places of a track's samples: the offsets of its chunks, and the number and size of the samples in each. They may lie
 * beyond the file.
 * @throws Refusal 415 for tables that are damaged, or longer than any camera writes
 */
export async function* chunksOf(reader: BoxReader, boxes: ReadonlyMap<string, Box>): AsyncGenerator<Chunk> {
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
    yield { offset, length };
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
