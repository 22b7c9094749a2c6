import type { ByteSource } from '../store/byte-source.ts';
import type { Patch } from '../store/patch.ts';
import { pauseAfterSteps } from '../store/pause-after-steps.ts';
import { FoundPatches } from './found-patches.ts';
import { unreadable } from './mp4-boxes.ts';
import { SourceWindow } from './source-window.ts';

/** A chunk of a RIFF file. Its size is little-endian, and its end is padded to an even offset. */
interface Chunk {
  /** Four letters; for a list, `LIST:` or `RIFF:` and the list's name. */
  type: string;
  start: number;
  content: number;
  /** Where the chunk ends by its own size. If its parent ends earlier, `end` is the parent's end. */
  ownEnd: number;
  end: number;
}

/** Chunks that describe pictures and sound, and the lists around them (Microsoft's AVI reference, OpenDML 1.02). */
const KNOWN = new Set(['avih', 'strh', 'strf', 'indx', 'vprp', 'dmlh', 'idx1']);
const LISTS = new Set(['RIFF:AVI ', 'RIFF:AVIX', 'LIST:hdrl', 'LIST:strl', 'LIST:odml']);
const FRAMES = 'LIST:movi';
const RECORD = 'LIST:rec ';
const SHOWN = new Set(['vids', 'auds', 'iavs']);
/** Chunks of a stream: pictures, sound, palettes, digital video, indexes. Their names contain its number: `00dc`, `ix00`. */
const STREAM_CHUNK = /^(?:(\d\d)(?:d[bc]|wb|pc|ix|__)|ix(\d\d))$/i;
const NAME = /^[\x20-\x7e]{4}/;
/** Offset of the stream count in `avih`. */
const STREAM_COUNT = 24;
const JUNK = 'JUNK';
const JUNK_NAME = Buffer.from(JUNK, 'latin1');
const CHUNKS_MOST = 2_000_000;
const DEEPEST = 8;

/**
 * Finds everything except pictures, sound and their headers: tags, data of cameras, streams such as subtitles with
 * positions. Each of them becomes a zeroed `JUNK` chunk, which readers skip.
 * @throws Refusal 415 for more chunks than any camera writes
 */
export async function findAviLocation(source: ByteSource): Promise<readonly Patch[]> {
  const window = new SourceWindow(source);
  const pause = pauseAfterSteps();
  const found = new FoundPatches();
  /** Numbers of video and audio streams, and of others, as in the names of their chunks: `00`. */
  const shown = new Set<string>();
  const hidden = new Set<string>();
  let promisedStreams: number | null = null;
  let read = 0;
  /** Whether frames continued to the end of the file, past the declared ends of their lists. */
  let isAllWalked = false;

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
      const ownEnd = isOpenEnded ? until : start + 8 + size;
      const end = Math.min(ownEnd, until);
      yield { type, start, content: start + (isList ? 12 : 8), ownEnd, end };
      start = end + (end % 2);
    }
  }

  const chunkAt = async (offset: number): Promise<Chunk | null> => {
    for await (const chunk of chunks(offset, source.size)) return chunk;
    return null;
  };

  const junk = ({ type, start, end }: Chunk) => {
    if (type !== JUNK) found.add({ offset: start, length: 4, bytes: JUNK_NAME });
    if (end > start + 8) found.add({ offset: start + 8, length: end - start - 8 });
  };

  async function inChunk(chunk: Chunk, depth: number): Promise<void> {
    if (depth > DEEPEST) throw unreadable();
    if (chunk.type === FRAMES) return inFrames(chunk, depth);
    if (chunk.type === 'avih' && chunk.end >= chunk.content + STREAM_COUNT + 4)
      promisedStreams = (await window.bytes(chunk.content + STREAM_COUNT, 4)).readUInt32LE();
    if (chunk.type === 'strh') {
      const kind = (await window.bytes(chunk.content, 4)).toString('latin1');
      (SHOWN.has(kind) ? shown : hidden).add(String(shown.size + hidden.size).padStart(2, '0'));
    }
    if (LISTS.has(chunk.type)) {
      for await (const child of chunks(chunk.content, chunk.end)) {
        await inChunk(child, depth + 1);
        if (isAllWalked) return;
      }
    } else if (!KNOWN.has(chunk.type)) {
      junk(chunk);
    }
  }

  /** If a stream header is damaged, keep frames whose stream is unknown. */
  function isShown(name: string): boolean {
    const [, ofFrame, ofIndex] = STREAM_CHUNK.exec(name) ?? [];
    const number = ofFrame ?? ofIndex;
    if (number === undefined) return false;
    return shown.has(number) || (!hidden.has(number) && shown.size + hidden.size !== promisedStreams);
  }

  async function inFrames(list: Chunk, depth: number): Promise<void> {
    if (depth > DEEPEST) throw unreadable();
    let last: Chunk | null = null;
    for await (const chunk of chunks(list.content, list.end)) {
      last = chunk;
      if (isShown(chunk.type)) continue;
      if (chunk.type === RECORD) await inFrames(chunk, depth + 1);
      // If the frame list has no length, this chunk appears inside it.
      else if (chunk.type === 'idx1' || chunk.type.startsWith('RIFF:')) await inChunk(chunk, depth + 1);
      // The length is damaged. Keep the rest: it is probably film.
      else if (chunk.ownEnd > chunk.end || !NAME.test(chunk.type)) return;
      else junk(chunk);
      if (isAllWalked) return;
    }
    if (last && list.type === FRAMES) await beyond(list, last, depth);
  }

  /** Frames that follow a list belong to it: a recorder that was cut off leaves an outdated length. */
  async function beyond(list: Chunk, last: Chunk, depth: number): Promise<void> {
    if (list.end === source.size) return;
    const next = last.ownEnd + (last.ownEnd % 2);
    const following = await chunkAt(next);
    const isWhole = next === source.size || (following && NAME.test(following.type) && following.ownEnd <= source.size);
    const goesOn = last.ownEnd > last.end ? isWhole : following && (isShown(following.type) || following.type === RECORD);
    if (!goesOn) return;
    await inFrames({ ...list, content: next, end: source.size }, depth + 1);
    isAllWalked = true;
  }

  let end = 0;
  for await (const riff of chunks(0, source.size)) {
    await inChunk(riff, 0);
    end = isAllWalked ? source.size : riff.end;
    if (isAllWalked) break;
  }
  if (end < source.size) found.add({ offset: end, length: source.size - end });
  return found.all;
}
