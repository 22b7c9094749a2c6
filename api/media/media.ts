import { join } from 'node:path';
import type { FinalizeAnswer } from '../contract/online-calls.ts';
import type { Database } from '../db/database.ts';
import { type Env, SettingsError } from '../env.ts';
import type { PokeHub } from '../feeds/poke-hub.ts';
import { bindMediaStore } from './bind-store.ts';
import { type Deriving, startDeriving } from './derive.ts';
import { openFilesMediaStore } from './files-media-store.ts';
import { finalizeUpload } from './finalize.ts';
import { LEASE_TIMES } from './lease.ts';
import type { MediaServices } from './media-services.ts';
import type { MediaStore } from './media-store.ts';
import { derivedObjects, objectAccess, type ServedObject, type Viewer } from './object-access.ts';
import { startMediaSweeps } from './sweep.ts';
import { uploadLengths } from './upload-lengths.ts';
import { UploadLocker } from './upload-locker.ts';
import { type Uploads, openUploads } from './uploads.ts';

/** Videos and pictures: how they come, where they lie, who may see them. */
export interface Media {
  uploads: Uploads;
  store: MediaStore;
  /** @throws Refusal 404, 409 while it is incomplete, 413, 415 */
  finalize(ownerId: string, uploadId: string, durationSeconds?: number | null): Promise<FinalizeAnswer>;
  /** What a viewer may see at a path; null for all else, so that nobody learns what there is. */
  find(path: string, viewer: Viewer): Promise<ServedObject | null>;
  /** What was made of an object, as `poster` or `w480`; null when it was not. Who may see the object may see this. */
  findDerived(path: string, kind: string): Promise<(ServedObject & { path: string }) | null>;
  /**
   * Makes sure that database and store belong together. A store that cannot be asked now does not stop the start: each
   * sweep asks again before it touches anything.
   * @throws SettingsError when they do not
   */
  bind(): Promise<void>;
  /** Makes posters, narrow pictures and copies that play everywhere, from now on: one at a time over all replicas. */
  startDeriving(pokes: Pick<PokeHub, 'publish'>): void;
  /** Deletes what nothing needs any more, now and every hour, on one replica at a time. */
  startSweeping(): void;
  close(): Promise<void>;
}

/** The store of the settings: an S3 bucket when there is one, else files in DATA_DIR. */
export async function openMediaStore({ env, db }: { env: Pick<Env, 'objectStore' | 'dataDir'>; db: Database }): Promise<MediaStore> {
  if (!env.objectStore) return openFilesMediaStore(join(env.dataDir, 'media'), uploadLengths(db));
  // Amazon's client is large; a server without a bucket starts without it.
  const { openS3MediaStore } = await import('./s3-media-store.ts');
  return openS3MediaStore(env.objectStore, env.dataDir);
}

export async function openMedia(services: MediaServices): Promise<Media> {
  const { db, newId, leaseTimes = LEASE_TIMES, ffmpeg = null } = services;
  const store = await openMediaStore(services);
  const locker = new UploadLocker({ db, newId, times: leaseTimes });
  const parts = { ...services, store, locker, ffmpeg };
  let sweeps: { stop(): Promise<void> } | null = null;
  let deriving: Deriving | null = null;
  return {
    store,
    uploads: openUploads(parts),
    async finalize(ownerId, uploadId, durationSeconds) {
      const answer = await finalizeUpload(parts, ownerId, uploadId, durationSeconds);
      deriving?.wake();
      return answer;
    },
    find: objectAccess(db),
    findDerived: derivedObjects(db),
    async bind() {
      await bindMediaStore(parts).catch((error: unknown) => {
        if (error instanceof SettingsError) throw error;
        services.log.warn({ err: error }, 'the media store cannot be read; whether it belongs to this database is asked again later');
      });
    },
    startDeriving(pokes) {
      deriving ??= startDeriving({ ...parts, pokes });
    },
    startSweeping() {
      sweeps ??= startMediaSweeps(parts);
    },
    async close() {
      await Promise.all([sweeps?.stop(), deriving?.stop()]);
    },
  };
}
