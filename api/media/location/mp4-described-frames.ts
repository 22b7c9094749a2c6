import { Refusal } from '../../errors.ts';
import { inFileOrder, type Patch } from '../store/patch.ts';
import type { Box, BoxReader } from './mp4-boxes.ts';
import { type Chunk, chunksOf, tablesOf } from './mp4-chunks.ts';
import { fragmentChunks } from './mp4-fragment.ts';

/** Where the frames of a film or fragment are, by its tables. Reads them when first asked: few films need that. */
export class DescribedFrames {
  readonly #reader: BoxReader;
  readonly #description: Box;
  /** In file order; no two touch. */
  #runs: readonly Patch[] | null = null;
  #next = 0;

  /** @param description a `moov` or `moof` */
  constructor(reader: BoxReader, description: Box) {
    this.#reader = reader;
    this.#description = description;
  }

  /**
   * The end of the first uninterrupted run of frames that reaches into this range; null if none does. Call it with
   * ascending ranges.
   */
  async endOfRunIn(start: number, end: number): Promise<number | null> {
    this.#runs ??= await inFileOrder(await this.#chunks());
    while (this.#next < this.#runs.length && endOf(this.#runs[this.#next]!) <= start) this.#next += 1;
    const run = this.#runs[this.#next];
    return run && run.offset < end ? endOf(run) : null;
  }

  /** A damaged table names no frames. */
  async #chunks(): Promise<Chunk[]> {
    const description = this.#description;
    if (description.type === 'moof') return fragmentChunks(this.#reader, description).catch(noneIfRefused);
    const chunks: Chunk[] = [];
    for (const track of await this.#reader.childrenOf(description).catch(noneIfRefused)) {
      if (track.type !== 'trak') continue;
      const found = await chunksOfTrack(this.#reader, track).catch(noneIfRefused);
      for (const chunk of found) chunks.push(chunk);
    }
    return chunks;
  }
}

async function chunksOfTrack(reader: BoxReader, track: Box): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for await (const chunk of chunksOf(reader, await tablesOf(reader, track))) if (chunk.length > 0) chunks.push(chunk);
  return chunks;
}

const noneIfRefused = (error: unknown): [] => {
  if (error instanceof Refusal) return [];
  throw error;
};

const endOf = ({ offset, length }: Patch): number => offset + length;
