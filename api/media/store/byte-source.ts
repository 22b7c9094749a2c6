/** A file with random access, on disk or in a bucket; never fully in memory. */
export interface ByteSource {
  /** Bytes. */
  readonly size: number;
  /**
   * Up to `length` bytes from `offset`; fewer only at the end of the file.
   * @param room a buffer of at least `length` bytes that may be used instead of a new one
   */
  read(offset: number, length: number, room?: Buffer): Promise<Buffer>;
  close(): Promise<void>;
}

const PIECE_BYTES = 1_048_576;

/**
 * The whole file from its beginning, in pieces of a megabyte. A piece is only valid until the next one: new buffers
 * would pile up faster than they are collected.
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
