import type { ByteSource } from '../store/byte-source.ts';
import type { Patch } from '../store/patch.ts';
import { pauseAfterSteps } from '../store/pause-after-steps.ts';
import { FoundPatches } from './found-patches.ts';
import { unreadable } from './mp4-boxes.ts';
import { SourceWindow } from './source-window.ts';

/** A chunk of a RIFF file. Its size is little-endian, and its end is padded to an even offset. */
interface Chunk {
  /** Its name, or of a list `LIST:` and the list's name. */
  type: string;
  start: number;
  content: number;
  end: number;
}

/** Chunks that describe pictures and sound, and the lists around them (Microsoft's AVI reference, OpenDML 1.02). */
const KNOWN = new Set(['avih', 'strh', 'strf', 'indx', 'vprp', 'dmlh', 'idx1']);
const LISTS = new Set(['RIFF:AVI ', 'RIFF:AVIX', 'LIST:hdrl', 'LIST:strl', 'LIST:odml']);
const FRAMES = 'LIST:movi';
const SHOWN = new Set(['vids', 'auds', 'iavs']);
const JUNK = Buffer.from('JUNK', 'latin1');
const CHUNKS_MOST = 2_000_000;
const DEEPEST = 8;

/**
 * Finds everything in an AVI that does not describe pictures or sound: tags, what cameras write beside them, and frames
 * of other streams, such as subtitles with positions. It becomes `JUNK` of zeros, which every reader skips.
 * @throws Refusal 415 for more chunks than any camera writes
 */
export async function findAviLocation(source: ByteSource): Promise<readonly Patch[]> {
  const window = new SourceWindow(source);
  const pause = pauseAfterSteps();
  const found = new FoundPatches();
  /** Numbers of streams that are neither video nor audio, as the names of their chunks begin: `02`. */
  const hidden = new Set<string>();
  let streams = 0;
  let read = 0;

  async function* chunks(from: number, until: number): AsyncGenerator<Chunk> {
    for (let start = from; start + 8 <= until; ) {
      read += 1;
      if (read > CHUNKS_MOST) throw unreadable();
      await pause();
      const head = await window.bytes(start, Math.min(12, until - start));
      const name = head.toString('latin1', 0, 4);
      const isList = (name === 'RIFF' || name === 'LIST') && head.length === 12;
      const type = isList ? `${name}:${head.toString('latin1', 8, 12)}` : name;
      const size = head.readUInt32LE(4);
      // A recording that was cut off has no size yet.
      const isOpenEnded = isList && size < 4;
      const end = isOpenEnded ? until : Math.min(start + 8 + size, until);
      yield { type, start, content: start + (isList ? 12 : 8), end };
      start = end + (end % 2);
    }
  }

  const junk = ({ start, end }: Chunk) => {
    found.add({ offset: start, length: 4, bytes: JUNK });
    if (end > start + 8) found.add({ offset: start + 8, length: end - start - 8 });
  };

  async function inChunk(chunk: Chunk, depth: number): Promise<void> {
    if (depth > DEEPEST) throw unreadable();
    if (chunk.type === FRAMES) return inFrames(chunk, depth);
    if (chunk.type === 'strh') {
      const kind = (await window.bytes(chunk.content, 4)).toString('latin1');
      if (!SHOWN.has(kind)) hidden.add(String(streams).padStart(2, '0'));
      streams += 1;
    }
    if (LISTS.has(chunk.type)) for await (const child of chunks(chunk.content, chunk.end)) await inChunk(child, depth + 1);
    else if (!KNOWN.has(chunk.type)) junk(chunk);
  }

  async function inFrames(list: Chunk, depth: number): Promise<void> {
    // Reads no frame of a film without such streams.
    if (hidden.size === 0) return;
    if (depth > DEEPEST) throw unreadable();
    for await (const chunk of chunks(list.content, list.end)) {
      if (chunk.type === 'LIST:rec ') await inFrames(chunk, depth + 1);
      else if (hidden.has(chunk.type.slice(0, 2))) junk(chunk);
    }
  }

  let end = 0;
  for await (const riff of chunks(0, source.size)) {
    await inChunk(riff, 0);
    end = riff.end;
  }
  if (end < source.size) found.add({ offset: end, length: source.size - end });
  return found.all;
}
