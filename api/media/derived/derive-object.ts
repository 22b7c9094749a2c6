import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DerivedKind } from '../../contract/derived-kind.ts';
import type { objects } from '../../db/tables/media.ts';
import { makeCompatible, makePoster, playsEverywhere } from './compatible-copy.ts';
import { refusingWhenFull } from '../store/disk-full.ts';
import type { Ffmpeg } from '../ports/ffmpeg.ts';
import type { MediaServices } from '../ports/media-services.ts';
import type { MediaStore } from '../store/media-store.ts';
import { narrowPictures } from './picture.ts';
import type { Stage } from './next-job.ts';
import { newName, objectNameOf, objectPathOf } from '../store/object-names.ts';
import { probeVideo } from './probe-video.ts';
import { digestOfFile } from '../store/digest-file.ts';
import { withScratchFolder } from '../store/scratch.ts';

type ObjectRow = typeof objects.$inferSelect;
export type DeriveServices = MediaServices & { store: MediaStore; turn?: typeof POSTER_TURN };

export interface Derived {
  /** Rows of the derived objects; their files are already written. */
  made: ObjectRow[];
  kinds: DerivedKind[];
  durationSeconds: number | null;
  /** Whether the second stage has something to do. */
  needsCopy: boolean;
}

/** One video delays another person's poster by these two times at most (R159). */
export const POSTER_TURN = { probeMs: 30_000, posterMs: 60_000 };
const COPY_MS = 3_600_000;

/**
 * Makes the files that a stage derives from an object. After an error, files without rows may remain.
 * @throws ProgramFailed, Refusal 507, or the store's error
 */
export async function deriveObject(
  services: DeriveServices & { ffmpeg: Ffmpeg | null },
  object: ObjectRow,
  stage: Stage,
  signal: AbortSignal,
): Promise<Derived> {
  const { store, ffmpeg } = services;
  const nothing: Derived = { made: [], kinds: [], durationSeconds: object.durationSeconds, needsCopy: false };
  const isVideo = object.mediaType.startsWith('video/');
  const derived = await store.withObjectAsFile(objectNameOf(object.path), (file) => {
    if (!isVideo) return deriveWidths(services, object, file, signal);
    return ffmpeg ? deriveFromVideo({ ...services, ffmpeg }, object, file, stage, signal) : Promise.resolve(nothing);
  });
  return derived ?? nothing;
}

async function deriveWidths(services: DeriveServices, object: ObjectRow, file: string, signal: AbortSignal): Promise<Derived> {
  const { env, store } = services;
  const made: ObjectRow[] = [];
  await withScratchFolder(env.dataDir, async (folder) => {
    for (const { width, path } of await narrowPictures({ ownerId: object.ownerId, file }, folder, signal)) {
      const row = rowOf(services, object, `w${width}`, 'image/webp', (await stat(path)).size, await digestOfFile(path));
      await store.writeObjectFrom(objectNameOf(row.path), path);
      made.push(row);
    }
  });
  return { made, kinds: [], durationSeconds: null, needsCopy: false };
}

async function deriveFromVideo(
  services: DeriveServices & { ffmpeg: Ffmpeg },
  object: ObjectRow,
  file: string,
  stage: Stage,
  signal: AbortSignal,
): Promise<Derived> {
  const { ffmpeg, env, store, turn = POSTER_TURN } = services;
  const { mediaType } = object;
  const probed = await probeVideo(ffmpeg, file, mediaType, { timeoutMs: turn.probeMs, signal });
  const durationSeconds = object.durationSeconds ?? probed.durationSeconds;
  if (!probed.video) return { made: [], kinds: [], durationSeconds, needsCopy: false };

  const made: ObjectRow[] = [];
  const keep = async (kind: DerivedKind, type: string, path: string) => {
    const row = rowOf(services, object, kind, type, (await stat(path)).size, await digestOfFile(path));
    await store.writeObjectFrom(objectNameOf(row.path), path);
    made.push(row);
  };
  await refusingWhenFull(() =>
    withScratchFolder(env.dataDir, async (folder) => {
      if (stage === 'pictures') {
        const poster = join(folder, 'poster.jpg');
        await makePoster(ffmpeg, { file, mediaType, probed, target: poster }, { timeoutMs: turn.posterMs, signal });
        await keep('poster', 'image/jpeg', poster);
      } else {
        const copy = join(folder, 'compatible.mp4');
        await makeCompatible(ffmpeg, { file, mediaType, probed, target: copy }, { timeoutMs: COPY_MS, signal });
        await keep('compatible', 'video/mp4', copy);
      }
    }),
  );
  const needsCopy = stage === 'pictures' && !playsEverywhere(probed, mediaType);
  return { made, kinds: made.map(({ derivedKind }) => derivedKind as DerivedKind), durationSeconds, needsCopy };
}

function rowOf(
  { randomBytes, now }: DeriveServices,
  { path, ownerId }: ObjectRow,
  derivedKind: string,
  mediaType: string,
  size: number,
  sha256: string,
): ObjectRow {
  return {
    path: objectPathOf(newName(randomBytes)),
    ownerId,
    mediaType,
    size,
    sha256,
    servedSize: size,
    servedSha256: sha256,
    servedCrc32: null,
    wholeAt: null,
    createdAt: now(),
    unusedSince: null,
    durationSeconds: null,
    derived: [],
    derivedFrom: path,
    derivedKind,
  };
}
