import { Transform, type TransformCallback } from 'node:stream';

/** Passes bytes through, and fails with the error that `refusal` creates once there are more than `most`. */
export class ByteLimit extends Transform {
  readonly #most: number;
  readonly #refusal: () => Error;
  #passed = 0;

  constructor(most: number, refusal: () => Error) {
    super();
    this.#most = most;
    this.#refusal = refusal;
  }

  override _transform(chunk: Uint8Array, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#passed += chunk.length;
    if (this.#passed > this.#most) done(this.#refusal());
    else done(null, chunk);
  }
}
