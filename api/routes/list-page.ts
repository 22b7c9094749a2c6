import type { Context } from 'hono';
import * as z from 'zod/mini';
import { mustHaveOwnRows } from '../auth/require-access.ts';
import { LIST_DEFAULT, LIST_PAGE_BYTES } from '../contract/limits.ts';
import { ListQuery } from '../contract/online-calls.ts';
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

/** Answers with the caller's own rows, the oldest first. @param read reads a part of them */
export function answerOwnList<Row extends { id: string; createdAt: Date }, Answer>(
  c: Context<AppEnv>,
  read: (part: Keyset & { limit: number; userId: string }) => Promise<Row[]>,
  toAnswer: (row: Row) => Answer,
): Promise<Response> {
  const { userId } = mustHaveOwnRows(c);
  const query = parseQuery(c, ListQuery);
  const start = momentCursor(query, FIRST_MOMENT);
  return answerList(c, query, start, (part) => read({ userId, ...part }), momentOf, toAnswer);
}

/** The place of a row in a list by its moment of creation. */
export const momentOf = ({ createdAt, id }: { createdAt: Date; id: string }): Keyset => ({ key: createdAt.toISOString(), id });

/** Rows that the driver turns into objects in a few milliseconds, even the longest. */
const PART_ROWS = 100;
/** Rows of the first part, which is read before their length is known. */
const FIRST_ROWS = 64;

/**
 * Answers with a bare array. The next page is in the `Link` header (RFC 8288; R135). A page ends early when its rows are
 * long (R220), and is read in parts, between which other requests get their turn (R161).
 * @param start the keyset after which the page begins
 */
export async function answerList<Row, Answer>(
  c: Context<AppEnv>,
  { limit = LIST_DEFAULT }: Paged,
  start: Keyset,
  read: (part: Keyset & { limit: number }) => Promise<Row[]>,
  keysetOf: (row: Row) => Keyset,
  toAnswer: (row: Row) => Answer,
): Promise<Response> {
  const page: string[] = [];
  let bytesLeft = LIST_PAGE_BYTES;
  let longest = 0;
  let last: Row | undefined;
  for (let isDone = false; !isDone; ) {
    const fitting = longest === 0 ? FIRST_ROWS : Math.max(1, Math.min(PART_ROWS, Math.floor(bytesLeft / longest)));
    const asked = Math.min(limit - page.length + 1, fitting);
    const part = await read({ ...(last === undefined ? start : keysetOf(last)), limit: asked });
    isDone = part.length < asked;
    for (const row of part) {
      if (last !== undefined && (page.length === limit || bytesLeft <= 0)) {
        c.header('Link', linkToNext(c, 'cursor', keysetOf(last)));
        isDone = true;
        break;
      }
      const json = JSON.stringify(toAnswer(row));
      const bytes = Buffer.byteLength(json);
      page.push(json);
      bytesLeft -= bytes;
      longest = Math.max(longest, bytes);
      last = row;
    }
  }
  return answerInSlices(
    c,
    jsonInSlices(page, (json) => json),
  );
}
