/** A file that is read here and there, wherever it lies; never held in memory as a whole. */
export interface ByteSource {
  /** Bytes. */
  readonly size: number;
  /**
   * Up to `length` bytes from `offset`; fewer only at the end of the file.
   * @param room of at least `length` bytes, into which they may be read instead of into memory of their own
   */
  read(offset: number, length: number, room?: Buffer): Promise<Buffer>;
  close(): Promise<void>;
}

const PIECE_BYTES = 1_048_576;

/**
 * The whole file from its beginning, in pieces of a megabyte. A piece may be gone when the next one comes: memory of
 * their own would pile up faster than it is collected.
 */
export async function* piecesOf(source: ByteSource): AsyncGenerator<Buffer> {
  const room = Buffer.allocUnsafe(PIECE_BYTES);
  for (let offset = 0; offset < source.size; ) {
    const piece = await source.read(offset, PIECE_BYTES, room);
    if (piece.length === 0) throw new Error(`The file ends at ${offset} instead of ${source.size}`);
    yield piece;
    offset += piece.length;
  }
}
