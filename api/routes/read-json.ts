import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from 'hono';
import { BODY_MAX_BYTES } from '../contract/limits.ts';
import { Refusal } from '../errors.ts';
import { readBody, tooLarge } from './read-body.ts';

// Well above any payload of the contract. Deeper ones are built to exhaust the stack.
const DEPTH_MAX = 64;
// The cursors of a thousand partners need less than half. More fields are built to consume time.
export const FIELDS_MAX = 10_000;
/** Decoding, counting, parsing and validating more than this in one turn would block all other requests. */
const LARGE_BYTES = 500_000;
// Well above an envelope that orders fifty programs of a thousand cues each.
export const COMMAS_MAX = 60_000;

const broken = () => new Refusal('invalid', 'This is not valid JSON');

/**
 * The JSON body of a request; undefined if it has none.
 * @param most bytes, counted as they arrive, so that the limit also applies to chunked bodies
 * @throws Refusal 408 when it does not arrive, 413 for too many bytes, fields or elements, 415 for another content
 *   type, 400 for invalid JSON
 */
export async function readJson(c: Context, most = BODY_MAX_BYTES): Promise<unknown> {
  const bytes = await readBody(c, most);
  if (bytes.length === 0) return undefined;
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new Refusal('unsupported_type', 'Please send JSON');
  const letOthersIn = () => (bytes.length > LARGE_BYTES ? nextTurn() : undefined);
  const text = textOf(bytes);
  await letOthersIn();
  const { depth, fields, commas } = sizeUp(text);
  if (depth > DEPTH_MAX) throw broken();
  if (fields > FIELDS_MAX || commas > COMMAS_MAX) throw tooLarge();
  await letOthersIn();
  const sent = parse(text);
  // The caller validates it next, which takes as long again.
  await letOthersIn();
  return sent;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw broken();
  }
}

function textOf(utf8: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(utf8);
  } catch {
    throw broken();
  }
}

/** Counts nesting depth, fields and commas outside strings, before the more expensive steps. */
function sizeUp(text: string): { depth: number; fields: number; commas: number } {
  let open = 0;
  let depth = 0;
  let fields = 0;
  let commas = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x3a) fields += 1;
    else if (code === 0x2c) commas += 1;
    else if (code === 0x7b || code === 0x5b) depth = Math.max(depth, (open += 1));
    else if (code === 0x7d || code === 0x5d) open -= 1;
  }
  return { depth, fields, commas };
}
