/** How much of a file is in memory at once while it is read. */
const PIECE_BYTES = 1_048_576;

/** A buffer to read into, reused from one blob to the next. */
export interface PieceRoom {
  memory?: ArrayBuffer;
}

/**
 * Keeps readers alive while they are in use. Chromium garbage-collects a reader that only its own pending read refers
 * to, and that read then never ends (docs/decisions/0110).
 */
const reading = new Set<ReadableStreamBYOBReader>();

/**
 * Reads a blob in pieces. A piece is valid until the next one is requested.
 * @param room pass it again with the next blob of the same file: one buffer per blob piles up faster than it is
 *   garbage-collected
 * @throws DOMException `NotReadableError` when the file was moved, changed or truncated meanwhile
 */
export async function* readPieces(blob: Blob, room: PieceRoom = {}): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = reusingReader(blob);
  if (!reader) {
    for (let at = 0; at < blob.size; at += PIECE_BYTES) {
      const piece = new Uint8Array(await blob.slice(at, at + PIECE_BYTES).arrayBuffer());
      mustHaveRead(piece.byteLength, Math.min(PIECE_BYTES, blob.size - at));
      yield piece;
    }
    return;
  }
  reading.add(reader);
  try {
    mustHaveRead(yield* piecesOf(reader, blob, room), blob.size);
  } finally {
    reading.delete(reader);
    // Ends the stream if the caller stopped early. After the last piece, this does nothing.
    reader.cancel().catch(() => {});
  }
}

async function* piecesOf(
  reader: ReadableStreamBYOBReader,
  { size }: Blob,
  room: PieceRoom,
): AsyncGenerator<Uint8Array<ArrayBuffer>, number> {
  // One buffer for the whole file: new ones for each piece grow to 60 MB before the garbage collector runs.
  let memory = room.memory ?? new ArrayBuffer(Math.min(PIECE_BYTES, size) || 1);
  delete room.memory;
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(memory));
    if (done) {
      if (value) room.memory = value.buffer;
      return read;
    }
    yield value;
    read += value.byteLength;
    memory = value.buffer;
  }
}

/** Some browsers end a stream early, without an error. */
function mustHaveRead(read: number, wanted: number): void {
  if (read !== wanted) throw new DOMException('The file changed while it was read', 'NotReadableError');
}

/** Null in browsers that cannot read a file into a given buffer, such as WebKit. */
function reusingReader(blob: Blob): ReadableStreamBYOBReader | null {
  try {
    return blob.stream().getReader({ mode: 'byob' });
  } catch {
    return null;
  }
}
