/** @jsxImportSource hono/jsx */
import { Hono } from 'hono';
import { id as idSchema } from '../contract/text.ts';
import type { AppEnv, Services } from '../services.ts';
import { formFor, type StaticFiles } from '../static.ts';
import { posterSize } from './poster-size.ts';
import { PreviewTags } from './preview-tags.tsx';
import { answerPublicPage, PublicPage } from './public-page.tsx';
import { sharedVideoReader } from './shared-video.ts';

/**
 * `/video/{id}` for people who do not use the app (R104). While the link is on, it answers with a light page of the session,
 * otherwise with the landing page and 404, byte for byte the same for a private session, a link that was switched off, and an
 * unknown id (R105). People with beta access get the app, which loads the session itself.
 */
export function publicPageRoutes({ db, env, media }: Pick<Services, 'db' | 'env' | 'media'>, { index }: StaticFiles): Hono<AppEnv> {
  const readShared = sharedVideoReader(db);
  return new Hono<AppEnv>().get('/video/:id', async (c, next) => {
    const person = c.var.signedIn;
    if (person?.hasBetaAccess) return next();
    const id = idSchema.safeParse(c.req.param('id'));
    const found = id.success ? await readShared(id.data) : null;
    if (found) {
      const { video, still } = found;
      const size = await posterSize(media.store, still);
      return answerPublicPage(c, {
        title: video.title,
        head: <PreviewTags video={video} publicUrl={env.publicUrl} size={size} />,
        body: <PublicPage video={video} size={size} />,
      });
    }
    // Signed in without beta access: the app shows the page that says so.
    if (person || !index) return next();
    const { body, headers } = formFor(c, index);
    return c.body(body, 404, { ...headers, 'cache-control': 'no-store' });
  });
}
