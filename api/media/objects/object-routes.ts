import { type Context, Hono } from 'hono';
import { PICTURE_WIDTHS } from '../../contract/derived-media.ts';
import { notFound } from '../../errors.ts';
import type { AppEnv, Services } from '../../services.ts';
import { answerRange } from './answer-range.ts';
import { mediaTypeOf } from '../store/media-types.ts';
import type { ServedObject } from './object-access.ts';
import { objectNameOf, objectPathOf } from '../store/object-names.ts';

/** GET and HEAD of finished media. Every request checks access first. */
export function objectRoutes({ media, log }: Pick<Services, 'media' | 'log'>): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const mustFind = async (c: Context<AppEnv>, name: string): Promise<ServedObject> => {
    const person = c.var.signedIn;
    const object = await media.find(objectPathOf(name), person?.hasBetaAccess || person?.wasRemoved ? person : null);
    if (!object) throw notFound();
    return object;
  };
  app.get(`/objects/:name{${NAME}}`, async (c) => {
    const name = c.req.param('name');
    return serve(c, name, await mustFind(c, name));
  });
  app.get(`/objects/:name{${NAME}}/:kind{(?:poster|compatible)}`, async (c) => {
    const name = c.req.param('name');
    await mustFind(c, name);
    const derived = await media.findDerived(objectPathOf(name), c.req.param('kind'));
    if (!derived) throw notFound();
    return serve(c, objectNameOf(derived.path), derived);
  });
  app.get(`/objects/:name{${NAME}}/:kind{(?:${PICTURE_WIDTHS.map((width) => `w${width}`).join('|')})}`, async (c) => {
    const name = c.req.param('name');
    const object = await mustFind(c, name);
    if (!object.mediaType.startsWith('image/')) throw notFound();
    // If there is no narrow copy, because the picture is narrow already or not processed yet, serve the picture itself.
    const narrow = takesWebp(c) ? await media.findDerived(objectPathOf(name), c.req.param('kind')) : null;
    c.header('Vary', 'Accept');
    return narrow ? serve(c, objectNameOf(narrow.path), narrow) : serve(c, name, object);
  });
  // Nothing else exists under this path; in particular, never answer with the app's page.
  app.all('/objects/*', () => {
    throw notFound();
  });
  return app;

  async function serve(c: Context<AppEnv>, name: string, object: ServedObject): Promise<Response> {
    const answer = await answerRange(c, {
      size: object.size,
      etag: `"${object.sha256}"`,
      headers: headersOf(name, object),
      open: (range) => media.store.readObject(name, range),
      has: () => media.store.hasObject(name),
    });
    if (answer) return answer;
    log.error({ object: name }, 'an object has a row but no file');
    throw notFound();
  }
}

const NAME = '[A-Za-z0-9_-]{32,64}';

const takesWebp = (c: Context) => /image\/webp|\*\/\*/.test(c.req.header('Accept') ?? '');

const headersOf = (name: string, { mediaType }: ServedObject): Record<string, string> => ({
  'Content-Type': mediaType,
  'Content-Disposition': `inline; filename="longline-${name.slice(0, 8)}.${mediaTypeOf(mediaType)?.extension ?? 'bin'}"`,
  // May be cached, but needs revalidation on every use: access ends at once (R100).
  'Cache-Control': 'private, no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Programs that build previews of a public link may fetch its picture, but search engines must not index it.
  'X-Robots-Tag': 'noindex',
});
