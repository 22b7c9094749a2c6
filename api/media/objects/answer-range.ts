import type { Context } from 'hono';
import { Readable } from 'node:stream';
import { byteRange } from './byte-range.ts';

interface Answered {
  /** In bytes. */
  size: number;
  /** Quoted. It changes with the bytes. */
  etag: string;
  headers: Readonly<Record<string, string>>;
  /** Both ends inclusive, undefined for all; null if the bytes are missing. */
  open: (range: { start: number; end: number } | undefined) => Promise<Readable | null>;
  /** Whether `open` would find them. */
  has: () => Promise<boolean>;
}

/**
 * Answers GET and HEAD for bytes that may be asked for in parts, such as a film that is watched or a download that goes on.
 * @returns null if they are missing
 */
export async function answerRange(c: Context, { size, etag, headers: own, open, has }: Answered): Promise<Response | null> {
  const headers: Record<string, string> = { ...own, ETag: etag, 'Accept-Ranges': 'bytes' };
  if (matches(c.req.header('If-None-Match'), etag)) return c.body(null, 304, headers);
  const range = byteRange(rangeHeader(c, etag), size);
  if (range === 'unsatisfiable') return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${size}` });

  const { start, end } = range ?? { start: 0, end: size - 1 };
  headers['Content-Length'] = String(end - start + 1);
  if (range) headers['Content-Range'] = `bytes ${start}-${end}/${size}`;
  const status = range ? 206 : 200;
  // Hono drops the body of an answer to HEAD, but only after opening it.
  if (c.req.method === 'HEAD') return (await has()) ? c.body(null, status, headers) : null;
  const file = await open(range ?? undefined);
  return file && c.body(Readable.toWeb(file) as ReadableStream, status, headers);
}

/** RFC 9110, section 13.1.2: a list, or `*`; weak comparison. */
const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));

/** RFC 9110, section 13.1.5: ignores the range if If-Range is not this file's ETag. */
function rangeHeader(c: Context, etag: string): string | undefined {
  const ifRange = c.req.header('If-Range');
  return ifRange === undefined || ifRange === etag ? c.req.header('Range') : undefined;
}
