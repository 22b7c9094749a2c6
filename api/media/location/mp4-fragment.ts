import { type Box, type BoxReader, unreadable } from './mp4-boxes.ts';
import type { Chunk } from './mp4-chunks.ts';

/** Flags of a track's header: an offset of eight bytes, and what else comes before the size of its samples. */
const BASE = 0x01;
const BEFORE_SIZE = [0x02, 0x08];
const SIZE = 0x10;
/** Flags of a run: what comes before its samples, and what each of them has. */
const OFFSET = 0x01;
const BEFORE_SAMPLES = [OFFSET, 0x04];
const SAMPLE_DURATION = 0x100;
const SAMPLE_SIZE = 0x200;
const OF_SAMPLE = [SAMPLE_DURATION, SAMPLE_SIZE, 0x400, 0x800];

/**
 * The places of a fragment's samples, one for each run (ISO/IEC 14496-12, section 8.8).
 * @throws Refusal 415 for runs that are damaged, or longer than any camera writes
 */
export async function fragmentChunks(reader: BoxReader, moof: Box): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for (const track of await reader.childrenOf(moof)) {
    if (track.type !== 'traf') continue;
    const boxes = await reader.childrenOf(track);
    const header = boxes.find(({ type }) => type === 'tfhd');
    if (!header) throw unreadable();
    const { base, sameSize } = await inHeader(reader, header, moof.start);
    let end = base;
    for (const run of boxes) {
      if (run.type !== 'trun') continue;
      const chunk = await chunkOf(reader, run, { base, sameSize, end });
      end = chunk.offset + chunk.length;
      chunks.push(chunk);
    }
  }
  return chunks;
}

async function inHeader(reader: BoxReader, { content }: Box, start: number) {
  const flags = await numberAt(reader, content);
  const base = flags & BASE ? Number((await reader.bytes(content + 8, 8)).readBigUInt64BE()) : start;
  const sizeAt = content + (flags & BASE ? 16 : 8) + widthOf(flags, BEFORE_SIZE);
  return { base, sameSize: flags & SIZE ? await numberAt(reader, sizeAt) : 0 };
}

/** @param end where the run before it ends */
async function chunkOf(reader: BoxReader, run: Box, { base, sameSize, end }: Record<'base' | 'sameSize' | 'end', number>): Promise<Chunk> {
  const flags = await numberAt(reader, run.content);
  const samples = await numberAt(reader, run.content + 4);
  // The offset has a sign.
  const offset = flags & OFFSET ? base + ((await numberAt(reader, run.content + 8)) | 0) : end;
  if (!(flags & SAMPLE_SIZE)) return { offset, length: samples * sameSize };
  const first = run.content + 8 + widthOf(flags, BEFORE_SAMPLES);
  const width = widthOf(flags, OF_SAMPLE);
  if (first + samples * width > run.end) throw unreadable();
  reader.countRows(samples);
  const table = await reader.source.read(first, samples * width);
  let length = 0;
  for (let at = flags & SAMPLE_DURATION ? 4 : 0; at < table.length; at += width) length += table.readUInt32BE(at);
  return { offset, length };
}

/** Each of these flags announces four bytes. */
const widthOf = (flags: number, announcing: readonly number[]): number => 4 * announcing.filter((flag) => flags & flag).length;

const numberAt = async (reader: BoxReader, offset: number): Promise<number> => (await reader.bytes(offset, 4)).readUInt32BE();
