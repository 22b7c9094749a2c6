import { eq } from 'drizzle-orm';
import { Upload } from '@tus/server';
import type { Configstore } from '@tus/file-store';
import type { Database } from '../../db/database.ts';
import { uploads } from '../../db/tables/media.ts';

/** Gives tus the declared length from the upload's row, the only place where replicas store it. */
export const uploadLengths = (db: Database): Configstore => ({
  async get(id) {
    const [row] = await db.select({ size: uploads.size, createdAt: uploads.createdAt }).from(uploads).where(eq(uploads.id, id));
    if (!row) return undefined;
    return new Upload({ id, offset: 0, creation_date: row.createdAt.toISOString(), ...(row.size !== null && { size: row.size }) });
  },
  async set(id, upload) {
    await db
      .update(uploads)
      .set({ size: upload.size ?? null })
      .where(eq(uploads.id, id));
  },
  // The row outlives the bytes, to answer a repeated finalize. The sweep and a cancelled upload delete it.
  async delete() {},
});
