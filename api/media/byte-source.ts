/** A file that is read here and there, wherever it lies; never held in memory as a whole. */
export interface ByteSource {
  /** Bytes. */
  readonly size: number;
  /** Up to `length` bytes from `offset`; fewer only at the end of the file. */
  read(offset: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

const PIECE_BYTES = 1_048_576;

/** The whole file from its beginning, in pieces of a megabyte. */
export async function* piecesOf(source: ByteSource): AsyncGenerator<Buffer> {
  for (let offset = 0; offset < source.size; ) {
    const piece = await source.read(offset, PIECE_BYTES);
    if (piece.length === 0) throw new Error(`The file ends at ${offset} instead of ${source.size}`);
    yield piece;
    offset += piece.length;
  }
}
