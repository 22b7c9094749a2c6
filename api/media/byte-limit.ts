import { Readable } from 'node:stream';

/** Passes bytes on until there are more than `most`; then the stream fails with what `refusal` makes. */
export const limitedTo = (stream: Readable, most: number, refusal: () => Error): Readable =>
  Readable.from(limited(stream, most, refusal), { objectMode: false });

async function* limited(stream: Readable, most: number, refusal: () => Error): AsyncGenerator<Uint8Array> {
  let passed = 0;
  for await (const chunk of stream) {
    passed += chunk.length;
    if (passed > most) throw refusal();
    yield chunk;
  }
}
