import { join } from 'node:path';
import type { FinalizeAnswer } from '../contract/online-calls.ts';
import type { Reclaimed } from '../contract/server-page.ts';
import type { Database } from '../db/database.ts';
import { type Env, SettingsError } from '../env.ts';
import type { PokeHub } from '../feeds/poke-hub.ts';
import { bindMediaStore } from './maintenance/bind-store.ts';
import { startDeriving } from './derived/derive.ts';
import { openFilesMediaStore } from './store/files-media-store.ts';
import { finalizeUpload } from './uploads/finalize.ts';
import { LEASE_TIMES } from './ports/lease.ts';
import type { LeasedWork } from './ports/leased-work.ts';
import type { MediaServices } from './ports/media-services.ts';
import type { MediaStore } from './store/media-store.ts';
import { derivedObjects, objectAccess, type ServedObject, type Viewer } from './objects/object-access.ts';
import { tryAgain } from './derived/job-counts.ts';
import { reclaim } from './maintenance/reclaim.ts';
import { startMediaSweeps } from './maintenance/sweep.ts';
import { uploadLengths } from './uploads/upload-lengths.ts';
import { UploadLocker } from './uploads/upload-locker.ts';
import { type Uploads, openUploads } from './uploads/uploads.ts';

/** Videos and pictures: upload, storage and access. */
export interface Media {
  uploads: Uploads;
  store: MediaStore;
  /** @throws Refusal 404, 409 while it is incomplete, 413, 415 */
  finalize(ownerId: string, uploadId: string, durationSeconds?: number | null): Promise<FinalizeAnswer>;
  /** The object at a path if the viewer may see it; otherwise null, so that a caller cannot tell whether it exists. */
  find(path: string, viewer: Viewer): Promise<ServedObject | null>;
  /** A derived file of an object, such as `poster` or `w480`; null if there is none. It has the access rights of the object. */
  findDerived(path: string, kind: string): Promise<(ServedObject & { path: string }) | null>;
  /**
   * Checks that database and store belong together. An unreachable store does not block the start: each sweep checks
   * again before it touches anything.
   * @throws SettingsError when they do not
   */
  bind(): Promise<void>;
  /** Starts making posters and narrow pictures, and beside them compatible copies, one at a time across all replicas. */
  startDeriving(pokes: Pick<PokeHub, 'publish'>): void;
  /** Gives failed posters and copies three new attempts, and queues them again, for a minute at most. @returns how many */
  deriveAgain(): Promise<number>;
  /** Deletes files of a kind for an admin, for about a minute. @returns how many @throws Refusal 409 */
  reclaim(what: Reclaimed, adminId: string): Promise<number>;
  /** Deletes unused media, now and every hour, on one replica at a time. */
  startSweeping(): void;
  close(): Promise<void>;
}

/** The store that the settings name: an S3 bucket, or else files in DATA_DIR. */
export async function openMediaStore({ env, db }: { env: Pick<Env, 'objectStore' | 'dataDir'>; db: Database }): Promise<MediaStore> {
  if (!env.objectStore) return openFilesMediaStore(join(env.dataDir, 'media'), uploadLengths(db));
  // The AWS client is large, so load it only for a bucket.
  const { openS3MediaStore } = await import('./store/s3-media-store.ts');
  return openS3MediaStore(env.objectStore, env.dataDir);
}

export async function openMedia(services: MediaServices): Promise<Media> {
  const { db, newId, leaseTimes = LEASE_TIMES, ffmpeg = null } = services;
  const store = await openMediaStore(services);
  const locker = new UploadLocker({ db, newId, times: leaseTimes });
  const parts = { ...services, store, locker, ffmpeg };
  let sweeps: { stop(): Promise<void> } | null = null;
  let deriving: LeasedWork | null = null;
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
        services.log.warn({ err: error }, 'the media store cannot be read; the check that it belongs to this database runs again later');
      });
    },
    startDeriving(pokes) {
      deriving ??= startDeriving({ ...parts, pokes });
    },
    async deriveAgain() {
      const jobs = await tryAgain(parts);
      deriving?.wake();
      return jobs;
    },
    reclaim: (what, adminId) => reclaim(parts, what, adminId),
    startSweeping() {
      sweeps ??= startMediaSweeps(parts);
    },
    async close() {
      await Promise.all([sweeps?.stop(), deriving?.stop()]);
    },
  };
}
