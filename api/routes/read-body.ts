import type { Context } from 'hono';
import { MESSAGES } from '../contract/errors.ts';
import { Refusal } from '../errors.ts';

export const tooLarge = () => new Refusal('too_large', 'This is too large to send');

/**
 * Reads the whole body of a request.
 * @param most bytes, counted as they arrive, so that the limit also applies to chunked bodies
 * @throws Refusal 413 for more, 408 when the connection ends before the body does, which is not a server error
 */
export async function readBody(c: Context, most: number): Promise<Buffer> {
  if (Number(c.req.header('content-length') ?? 0) > most) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body = (c.req.raw.body ?? []) as AsyncIterable<Uint8Array>;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > most) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('timeout', MESSAGES.timedOut);
  }
  return Buffer.concat(chunks);
}
