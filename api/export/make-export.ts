import { and, eq } from 'drizzle-orm';
import { type ExportedFile, exportFiles, manifestText, sumsText } from '../contract/export/export-files.ts';
import type { ExportSource } from '../contract/export/export-source.ts';
import { fileNames } from '../contract/export/file-names.ts';
import { partsOf } from '../contract/export/parts.ts';
import { layoutZip } from '../contract/export/zip-layout.ts';
import { dataExports } from '../db/tables/exports.ts';
import type { MediaStore } from '../media/store/media-store.ts';
import { objectNameOf } from '../media/store/object-names.ts';
import type { ServerPorts } from '../server-ports.ts';
import { measureFiles } from './measure-files.ts';
import { openSource } from './open-source.ts';
import { asZip, storeParts, storeText, type StoredEntry } from './stored-export.ts';

export type ExportServices = Pick<ServerPorts, 'db' | 'env' | 'log' | 'now' | 'newId'> & { store: MediaStore };
type ExportRow = typeof dataExports.$inferSelect;
/** An export with the attempt that makes it. */
export type ExportJob = ExportRow & { buildId: string };

/** Another attempt, a discard or an erasure has taken the export away. */
export class ExportGone extends Error {}

/**
 * Makes an export that can be downloaded: reads its files for their sums, and writes the texts.
 * @throws ExportGone, the signal's reason, or an error of store or database
 */
export async function makeExport(services: ExportServices, job: ExportJob, signal: AbortSignal): Promise<void> {
  const { db, env, now, store } = services;
  const { userId, buildId, films, partBytes } = job;
  const change = async (patch: Partial<ExportRow>) => {
    const mine = and(eq(dataExports.userId, userId), eq(dataExports.buildId, buildId));
    const [row] = await db.update(dataExports).set(patch).where(mine).returning({ id: dataExports.id });
    if (!row) throw new ExportGone();
  };
  const open = async () => {
    const opened = await openSource(db, userId);
    if (!opened) throw new ExportGone();
    return opened;
  };
  const measure = (paths: readonly string[]) =>
    measureFiles(services, paths, {
      userId,
      films,
      signal,
      tell: (filesDone, filesTotal, isNoted) => change({ filesDone, filesTotal, ...(isNoted && { attempts: 0 }) }),
    });
  let source = await open();
  let { measured, lost } = await measure(objectsIn(source));
  // Reading films may take hours, in which rows change. What was read within a day is not read again.
  for (;;) {
    const before = new Set(objectsIn(source));
    source = await open();
    if (objectsIn(source).every((object) => before.has(object))) break;
    ({ measured, lost } = await measure(objectsIn(source)));
  }
  const exportedAt = now();
  const names = fileNames(source, (object) => measured.get(object) ?? null);
  const media = [...names].map(([object, name]): StoredEntry => {
    const { size, sha256, crc32, modifiedAt } = measured.get(object)!;
    return { name, size, sha256, crc32, modifiedAt, object: objectNameOf(object) };
  });
  const damaged = [...names].flatMap(([object, name]) => (measured.get(object)!.isDamaged ? name : []));
  const missing = { films, lost, damaged };
  const fileOf = (object: string | null) => (object ? (names.get(object) ?? null) : null);

  const texts: StoredEntry[] = [];
  const files = () => [...texts, ...media].map(({ name, size, sha256 }): ExportedFile => ({ name, size, sha256 }));
  const add = async (name: string, pieces: AsyncIterable<string> | Iterable<string>) => {
    signal.throwIfAborted();
    await change({ failedAt: null });
    texts.push(await storeText(store.notes, buildId, { name, pieces }, { number: texts.length, at: exportedAt }));
  };
  const host = new URL(env.publicUrl).host;
  for (const { name, pieces } of exportFiles(source, { fileOf, exportedAt, missing, host })) await add(name, pieces);
  await add('longline.json', [manifestText(source, { exportedAt, missing, host }, files())]);
  await add('SHA256SUMS', [sumsText(files())]);

  const entries = [...texts, ...media].map((stored) => ({ ...asZip(stored), stored }));
  const parts = partsOf(entries, partBytes);
  await storeParts(
    store.notes,
    buildId,
    parts.map((part) => part.map(({ stored }) => stored)),
  );
  await change({ readyAt: now(), parts: parts.map((part) => layoutZip(part).size), lost, damaged: damaged.length });
}

/** The objects that rows name, each once. */
function objectsIn({ profile, dogPictures, sessions }: ExportSource): string[] {
  const named = [
    profile.profileImageUrl,
    ...dogPictures.values(),
    ...sessions.flatMap(({ videoUrl, thumbnailUrl }) => [videoUrl, thumbnailUrl]),
  ];
  return [...new Set(named.flatMap((object) => object || []))];
}
