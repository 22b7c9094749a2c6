import { eq } from 'drizzle-orm';
import { Upload } from '@tus/server';
import type { Configstore } from '@tus/file-store';
import type { Database } from '../db/database.ts';
import { uploads } from '../db/tables/media.ts';

/** Gives tus the declared length from the row of the upload, so that it stands in one place for all replicas. */
export const uploadLengths = (db: Database): Configstore => ({
  async get(id) {
    const [row] = await db
      .select({ size: uploads.size, createdAt: uploads.createdAt })
      .from(uploads)
      .where(eq(uploads.id, id));
    if (!row) return undefined;
    return new Upload({ id, offset: 0, creation_date: row.createdAt.toISOString(), ...(row.size !== null && { size: row.size }) });
  },
  async set(id, upload) {
    await db.update(uploads).set({ size: upload.size ?? null }).where(eq(uploads.id, id));
  },
  // The row outlives the bytes: a repeated finalize is answered from it. The sweep and a cancelled upload delete it.
  async delete() {},
});
