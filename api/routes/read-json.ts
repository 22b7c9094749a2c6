import type { Context } from 'hono';
import { BODY_MAX_BYTES } from '../contract/limits.ts';
import { Refusal } from '../errors.ts';

// What any payload of the contract needs, with room: deeper ones are made to cost stack.
const DEPTH_MAX = 64;

const tooLarge = () => new Refusal('too_large', 'This is too large to send');

/**
 * The JSON body of a request; undefined when it has none.
 * @param most bytes, counted as they come, so that a chunked body ends there too
 * @throws Refusal 413, 415 for a body of another content type, 400 for broken JSON
 */
export async function readJson(c: Context, most = BODY_MAX_BYTES): Promise<unknown> {
  const declared = Number(c.req.header('content-length') ?? 0);
  if (declared > most) throw tooLarge();
  const bytes = await readBytes(c.req.raw.body, most);
  if (bytes.length === 0) return undefined;
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new Refusal('unsupported_type', 'Please send JSON');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (depthOf(text) <= DEPTH_MAX) return JSON.parse(text);
  } catch {
    // Falls through: broken UTF-8 and broken JSON are told the same.
  }
  throw new Refusal('invalid', 'This is not valid JSON');
}

async function readBytes(body: ReadableStream<Uint8Array> | null, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > most) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** How deep brackets nest outside strings; counted before parsing, since all that walks the result recurses. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, (depth += 1));
    else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return deepest;
}
