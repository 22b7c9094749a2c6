import { type Context, Hono } from 'hono';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { countAgainst } from '../../auth/rate-limits.ts';
import { FinalizeRequest, UploadRequest } from '../../contract/online-calls.ts';
import { notFound } from '../../errors.ts';
import { parsePayload } from '../../routes/parse-payload.ts';
import { readJson } from '../../routes/read-json.ts';
import { mustBeDeviceUser } from '../../routes/device-user.ts';
import type { AppEnv, Services } from '../../services.ts';
import { uploadIdIn, uploadUrlOf } from '../store/object-names.ts';

// Hono answers HEAD with the GET route.
const TUS_METHODS = ['GET', 'PATCH', 'DELETE', 'OPTIONS'];

/** Opens, receives and finalizes uploads, for their owner only. */
export function uploadRoutes(services: Services): Hono<AppEnv> {
  const { env, media } = services;
  const app = new Hono<AppEnv>();

  app.post('/api/objects/upload', async (c) => {
    const person = mustBeDeviceUser(c);
    await countAgainst(services, 'uploads', person.userId);
    const about = parsePayload(UploadRequest, (await readJson(c)) ?? {});
    const { id } = await media.uploads.open(person.userId, about);
    return c.json({ uploadURL: uploadUrlOf(env.publicUrl, id) });
  });

  app.on(TUS_METHODS, '/api/objects/upload/:id{[A-Za-z0-9_-]{32,64}}', async (c) => {
    const upload = await media.uploads.mustGet(mustBeDeviceUser(c).userId, c.req.param('id'));
    if (c.req.method === 'GET') throw notFound();
    return hangingUpWhenRefused(c, () => media.uploads.tus(c.req.raw, upload));
  });

  app.put('/api/objects/upload/:id{[A-Za-z0-9_-]{32,64}}', async (c) => {
    const upload = await media.uploads.mustGet(mustBeDeviceUser(c).userId, c.req.param('id'));
    const { body } = c.req.raw;
    const bytes = body ? Readable.fromWeb(body as NodeReadableStream) : Readable.from([]);
    await hangingUpWhenRefused(c, () => media.uploads.put(upload, bytes, contentLength(c)));
    return c.body(null, 200);
  });

  app.put('/api/videos/finalize', async (c) => {
    const person = mustBeDeviceUser(c);
    const { videoURL, durationSeconds } = parsePayload(FinalizeRequest, await readJson(c));
    const id = uploadIdIn(videoURL);
    if (id === null) throw notFound();
    return c.json(await media.finalize(person.userId, id, durationSeconds));
  });
  return app;
}

function contentLength(c: Context): number | undefined {
  const header = c.req.header('Content-Length');
  return header === undefined ? undefined : Number(header);
}

/** Closes the connection after a refusal in the middle of a body: the rest of the body would block the next request. */
async function hangingUpWhenRefused<T>(c: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    c.header('Connection', 'close');
    throw error;
  }
}
