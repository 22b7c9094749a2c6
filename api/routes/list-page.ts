import type { Context } from 'hono';
import * as z from 'zod/mini';
import { LIST_DEFAULT } from '../contract/limits.ts';
import { id } from '../contract/text.ts';
import { Refusal } from '../errors.ts';
import { answerInSlices, jsonInSlices } from '../json-in-slices.ts';
import type { AppEnv } from '../services.ts';
import { parsePayload } from './parse-payload.ts';

/** Position in a list: the sort key and the id of the last row that was answered. */
export interface Keyset {
  key: string;
  id: string;
}

/** Start positions of lists: before everything, ascending or descending. */
export const FIRST_MOMENT: Keyset = { key: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
export const LAST_MOMENT: Keyset = { key: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
const FIRST_NAME: Keyset = { key: '', id: '00000000-0000-0000-0000-000000000000' };

interface Paged {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** Parses the query of a list call. @throws Refusal 400 */
export const parseQuery = <Schema extends z.ZodMiniType>(c: Context<AppEnv>, schema: Schema): z.output<Schema> =>
  parsePayload(schema, c.req.query());

/** One row more than the page shows whether there is a next page. */
export const rowsAsked = ({ limit = LIST_DEFAULT }: Paged) => limit + 1;

/** Rows of the longest kind that the driver turns into objects in a few milliseconds. */
const PART_ROWS = 200;

/**
 * Reads a page of rows that can be long in parts, between which other requests get their turn (R161).
 * @param start where the page begins
 */
export async function readInParts<Row>(
  paged: Paged,
  start: Keyset,
  read: (part: Keyset & { limit: number }) => Promise<Row[]>,
  keysetOf: (row: Row) => Keyset,
): Promise<Row[]> {
  const rows: Row[] = [];
  let from = start;
  for (;;) {
    const limit = Math.min(rowsAsked(paged) - rows.length, PART_ROWS);
    const part = await read({ ...from, limit });
    rows.push(...part);
    const last = part.at(-1);
    if (!last || part.length < limit || rows.length === rowsAsked(paged)) return rows;
    from = keysetOf(last);
  }
}

const MomentCursor = z.tuple([z.iso.datetime(), id]);
const NameCursor = z.tuple([z.string(), id]);

export const momentCursor = (paged: Paged, start: Keyset) => parseCursor(paged, MomentCursor, start);
export const nameCursor = (paged: Paged) => parseCursor(paged, NameCursor, FIRST_NAME);

function parseCursor({ cursor }: Paged, schema: typeof MomentCursor | typeof NameCursor, start: Keyset): Keyset {
  if (cursor === undefined) return start;
  try {
    const parsed = schema.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    if (parsed.success && !parsed.data[0].includes('\0')) return { key: parsed.data[0], id: parsed.data[1] };
  } catch {
    // Falls through to the refusal below: the cursor is not JSON.
  }
  throw new Refusal('invalid', 'This cursor does not fit this list', { fields: { cursor: 'Use the cursor of the Link header' } });
}

/** The `Link` value for this request with a cursor after `keyset`. */
export function linkToNext(c: Context<AppEnv>, parameter: string, { key, id }: Keyset): string {
  const next = new URLSearchParams(c.req.query());
  next.set(parameter, Buffer.from(JSON.stringify([key, id])).toString('base64url'));
  return `<${c.req.path}?${next.toString()}>; rel="next"`;
}

/**
 * Answers with a bare array. The next page is in the `Link` header (RFC 8288; R135).
 * @param rows as many as `rowsAsked`, or fewer at the end of the list
 */
export function answerList<Row, Answer>(
  c: Context<AppEnv>,
  { limit = LIST_DEFAULT }: Paged,
  rows: readonly Row[],
  keysetOf: (row: Row) => Keyset,
  toAnswer: (row: Row) => Answer,
): Promise<Response> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length > limit && last) {
    c.header('Link', linkToNext(c, 'cursor', keysetOf(last)));
  }
  return answerInSlices(c, jsonInSlices(page, toAnswer));
}
