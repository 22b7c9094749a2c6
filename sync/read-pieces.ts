/** What is in memory at once of a file that is being read. */
const PIECE_BYTES = 1_048_576;

/** Memory that pieces are read into, from one blob to the next. */
export interface PieceRoom {
  memory?: ArrayBuffer;
}

/**
 * A blob from its beginning to its end; a piece holds until the next is asked for.
 * @param room given again with the next blob of the same file: a buffer a blob piles up faster than it is cleared away
 * @throws DOMException `NotReadableError` when it was moved, changed or cut off meanwhile
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
  // One buffer for the whole: a new one a piece grows to 60 MB before a browser clears it away.
  let memory = room.memory ?? new ArrayBuffer(Math.min(PIECE_BYTES, blob.size) || 1);
  delete room.memory;
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(memory));
    if (done) {
      if (value) room.memory = value.buffer;
      break;
    }
    yield value;
    read += value.byteLength;
    memory = value.buffer;
  }
  mustHaveRead(read, blob.size);
}

/** Some browsers end early, without an error. */
function mustHaveRead(read: number, wanted: number): void {
  if (read !== wanted) throw new DOMException('The file changed while it was read', 'NotReadableError');
}

/** Null in browsers whose files cannot be read into a given buffer, as in WebKit. */
function reusingReader(blob: Blob): ReadableStreamBYOBReader | null {
  try {
    return blob.stream().getReader({ mode: 'byob' });
  } catch {
    return null;
  }
}
