import { and, eq } from 'drizzle-orm';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Server, Upload } from '@tus/server';
import { MEDIA_MAX_BYTES } from '../../contract/limits.ts';
import type { Transaction } from '../../db/database.ts';
import { uploads } from '../../db/tables/media.ts';
import { notFound, Refusal } from '../../errors.ts';
import type { MediaServices } from '../ports/media-services.ts';
import { ByteLimit } from './byte-limit.ts';
import { lockQuotaOf, quotaExceeded, quotaLeft, tooLarge } from './storage-quota.ts';
import type { MediaStore } from '../store/media-store.ts';
import { notMedia } from './sniff-media.ts';
import { newName } from '../store/object-names.ts';
import { refuseUnlessGood } from './tus-refusals.ts';
import { busy, type UploadLocker } from './upload-locker.ts';

export type UploadRow = typeof uploads.$inferSelect;

/** Unfinished uploads: opened by a call, then written by tus or by one plain PUT. */
export interface Uploads {
  /** @throws Refusal 413 and 415 for files that would be refused, before any byte is sent */
  open(ownerId: string, about: { size?: number | undefined; type?: string | undefined }): Promise<{ id: string }>;
  /** @throws Refusal 404, even if the upload exists but belongs to someone else */
  mustGet(ownerId: string, id: string): Promise<UploadRow>;
  /** Answers a tus request of the upload's owner. */
  tus(request: Request, upload: UploadRow): Promise<Response>;
  /** Stores the whole body as the file, replacing earlier bytes. @throws Refusal */
  put(upload: UploadRow, body: Readable, contentLength: number | undefined): Promise<void>;
}

/** How long a cancelled request may take to store what it has received. */
const DRAIN_MS = 100;

export function openUploads(services: MediaServices & { store: MediaStore; locker: UploadLocker }): Uploads {
  const { db, env, now, randomBytes, store, locker } = services;

  /**
   * Reserves room for this upload. Its announced size counts at once, so that concurrent requests share the quota; when
   * they end, only the received bytes count. After a crash the announced size counts until the next request or the sweep.
   * @returns the size in bytes that this upload may reach
   * @throws Refusal 413 when the announced size does not fit
   */
  async function reserve({ id, ownerId }: UploadRow, told: number | undefined): Promise<number> {
    return db.transaction(async (tx: Transaction) => {
      await lockQuotaOf(tx, ownerId);
      const [row] = await tx.select({ received: uploads.received }).from(uploads).where(eq(uploads.id, id));
      if (!row) throw notFound();
      const room = await quotaLeft(tx, ownerId, env.userMediaBytes);
      // The room left already excludes the bytes of this upload.
      const limit = Math.min(MEDIA_MAX_BYTES, room + row.received);
      if ((told ?? 1) > limit) throw refusalAbove(limit);
      await tx
        .update(uploads)
        .set({ received: Math.max(row.received, told ?? limit), lastByteAt: now() })
        .where(eq(uploads.id, id));
      return limit;
    });
  }
  const refusalAbove = (limit: number) => (limit < MEDIA_MAX_BYTES ? quotaExceeded(env.userMediaBytes) : tooLarge());

  // Each request has its own limit. While it runs, tus looks it up by the upload's id.
  const limits = new Map<string, { bytes: number }>();
  const server = new Server({
    path: '/api/objects/upload',
    datastore: store.uploads,
    locker,
    lockDrainTimeout: DRAIN_MS,
    maxSize: (_request, id) => (id === null ? MEDIA_MAX_BYTES : (limits.get(id)?.bytes ?? MEDIA_MAX_BYTES)),
    getFileIdFromRequest: (request) => new URL(request.url).pathname.split('/').at(-1),
    onResponseError: async (_request, error) => {
      // Rethrow our refusals and unexpected errors. Errors of tus have a status_code, and tus answers those itself.
      if (!('status_code' in error)) throw error;
      return undefined;
    },
  });

  /**
   * Runs a request within its limit and records the received bytes. A request that yielded leaves that to its
   * successor.
   */
  async function withinLimit<T>(row: UploadRow, told: number | undefined, send: (limit: number) => Promise<T>): Promise<T> {
    const limit = { bytes: await reserve(row, told) };
    limits.set(row.id, limit);
    try {
      return await send(limit.bytes);
    } finally {
      if (limits.get(row.id) === limit) {
        await remember(row.id);
        limits.delete(row.id);
      }
    }
  }
  const remember = async (id: string) => {
    const offset = await store.uploads.getUpload(id).then(
      (upload) => upload.offset,
      () => null,
    );
    if (offset !== null) await db.update(uploads).set({ received: offset, lastByteAt: now() }).where(eq(uploads.id, id));
  };

  return {
    async open(ownerId, { size, type }) {
      if (type && !isOfferable(type)) throw notMedia();
      if (size !== undefined && size > MEDIA_MAX_BYTES) throw tooLarge();
      if ((await quotaLeft(db, ownerId, env.userMediaBytes)) < (size ?? 1)) throw quotaExceeded(env.userMediaBytes);
      const id = newName(randomBytes);
      const at = now();
      await db.insert(uploads).values({ id, ownerId, size: size ?? null, createdAt: at, lastByteAt: at });
      await store.uploads.create(new Upload({ id, offset: 0, ...(size !== undefined && { size }) }));
      return { id };
    },

    async mustGet(ownerId, id) {
      const [row] = await db
        .select()
        .from(uploads)
        .where(and(eq(uploads.id, id), eq(uploads.ownerId, ownerId)));
      if (!row) throw notFound();
      return row;
    },

    async tus(request, row) {
      if (row.objectPath !== null) return answerFinished(request.method, row);
      if (request.method !== 'PATCH') {
        const answer = await refuseUnlessGood(await server.handleWeb(request));
        if (request.method === 'DELETE') await db.delete(uploads).where(eq(uploads.id, row.id));
        return answer;
      }
      return withinLimit(row, row.size ?? endToldIn(request.headers), async (limit) => {
        const answer = await server.handleWeb(request);
        if (answer.status === 413) throw refusalAbove(limit);
        return refuseUnlessGood(answer);
      });
    },

    async put(row, body, contentLength) {
      if (row.objectPath !== null) throw new Refusal('conflict', 'This upload is finished.');
      if (contentLength !== undefined && contentLength > MEDIA_MAX_BYTES) throw tooLarge();
      if (contentLength !== undefined && row.size !== null && contentLength !== row.size) {
        throw new Refusal('invalid', `This upload was opened for ${row.size} bytes, not ${contentLength}.`);
      }
      const size = row.size ?? contentLength;
      await withinLimit(row, size, (limit) =>
        locker.hold(row.id, async (wanted) => {
          wanted.addEventListener('abort', () => body.destroy(busy()), { once: true });
          await store.restartUpload(row.id, size);
          const most = Math.min(limit, size ?? limit);
          const counted = new ByteLimit(most, () => refusalAbove(limit));
          const end = await pipeline(body, counted, () => store.uploads.write(counted, row.id, 0));
          if (size === undefined) await store.endUpload(row.id, end);
          else if (end < size) throw new Refusal('invalid', `Only ${end} of ${size} bytes arrived.`);
        }),
      );
    },
  };
}

/** The minimum length of an upload of deferred length after this request. */
function endToldIn(headers: Headers): number | undefined {
  const length = headers.get('Upload-Length');
  const offset = headers.get('Upload-Offset');
  const coming = headers.get('Content-Length');
  const end = length !== null ? Number(length) : offset !== null && coming !== null ? Number(offset) + Number(coming) : Number.NaN;
  return Number.isSafeInteger(end) && end >= 0 ? end : undefined;
}

const isOfferable = (type: string) => /^(?:video|image)\/(?!svg)/i.test(type);

/** A device that lost the answer to finalize asks for the offset first, then repeats finalize. */
function answerFinished(method: string, { size }: UploadRow): Response {
  if (method !== 'HEAD') throw new Refusal('conflict', 'This upload is finished.');
  const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Offset': String(size), 'Upload-Length': String(size), 'Cache-Control': 'no-store' };
  return new Response(null, { status: 200, headers });
}
