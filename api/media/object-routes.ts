import { type Context, Hono } from 'hono';
import { Readable } from 'node:stream';
import { notFound } from '../errors.ts';
import type { AppEnv, Services } from '../services.ts';
import { byteRange } from './byte-range.ts';
import { mediaTypeOf } from './media-types.ts';
import type { ServedObject } from './object-access.ts';
import { objectPathOf } from './object-names.ts';

/** GET and HEAD of finished media. Access is looked up before anything else is, at every request. */
export function objectRoutes({ media, log }: Pick<Services, 'media' | 'log'>): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/objects/:name{[A-Za-z0-9_-]{32,64}}', async (c) => {
    const name = c.req.param('name');
    const person = c.var.signedIn;
    const object = await media.find(objectPathOf(name), person?.hasBetaAccess ? person : null);
    if (!object) throw notFound();

    const headers = headersOf(name, object);
    const etag = headers['ETag']!;
    if (matches(c.req.header('If-None-Match'), etag)) return c.body(null, 304, headers);
    const range = byteRange(rangeHeader(c, etag), object.size);
    if (range === 'unsatisfiable') return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${object.size}` });

    const { start, end } = range ?? { start: 0, end: object.size - 1 };
    headers['Content-Length'] = String(end - start + 1);
    if (range) headers['Content-Range'] = `bytes ${start}-${end}/${object.size}`;
    const status = range ? 206 : 200;
    // Hono drops the body of an answer to HEAD, but only after it was opened.
    if (c.req.method === 'HEAD') return c.body(null, status, headers);
    const file = await media.store.readObject(name, range ?? undefined);
    if (!file) {
      log.error({ object: name }, 'an object has a row and no file');
      throw notFound();
    }
    return c.body(Readable.toWeb(file) as ReadableStream, status, headers);
  });
  // Nothing else under this path is anything, least of all the app's own page.
  app.all('/objects/*', () => {
    throw notFound();
  });
  return app;
}

const headersOf = (name: string, { mediaType, sha256 }: ServedObject): Record<string, string> => ({
  'Content-Type': mediaType,
  'Content-Disposition': `inline; filename="longline-${name.slice(0, 8)}.${mediaTypeOf(mediaType)?.extension ?? 'bin'}"`,
  ETag: `"${sha256}"`,
  'Accept-Ranges': 'bytes',
  // May be kept, but only shown after asking: access ends at once (design section 5).
  'Cache-Control': 'private, no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
});

/** RFC 9110, section 13.1.2: a list, or `*`; weak comparison. */
const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));

/** RFC 9110, section 13.1.5: with an If-Range that is not this file's ETag, the range does not count. */
function rangeHeader(c: Context, etag: string): string | undefined {
  const ifRange = c.req.header('If-Range');
  return ifRange === undefined || ifRange === etag ? c.req.header('Range') : undefined;
}
