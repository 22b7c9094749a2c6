import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from 'hono';
import type { AppEnv } from './services.ts';

/** About as much JSON as is made in a millisecond or two. */
const SLICE_CHARS = 256 * 1_024;

/**
 * The JSON text of an array, in pieces. Between two of them other requests get their turn (R161): a pull can answer with
 * megabytes.
 */
export async function* jsonInSlices<Row>(rows: Iterable<Row>, toJson: (row: Row) => string = JSON.stringify): AsyncGenerator<string> {
  let slice = '[';
  let first = true;
  for (const row of rows) {
    slice += (first ? '' : ',') + toJson(row);
    first = false;
    if (slice.length < SLICE_CHARS) continue;
    yield slice;
    slice = '';
    await nextTurn();
  }
  yield `${slice}]`;
}

/** Answers with JSON text made in pieces. All are made before the answer begins, so that a failure gets an error status. */
export async function answerInSlices(c: Context<AppEnv>, slices: AsyncIterable<string>): Promise<Response> {
  const pieces: Buffer[] = [];
  for await (const slice of slices) pieces.push(Buffer.from(slice));
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
  return c.body(body, 200, { 'Content-Type': 'application/json', 'Content-Length': String(length) });
}
