import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { isDatabaseUnavailable } from '../../db/database-unavailable.ts';
import { videos } from '../../db/tables/training.ts';
import { derivations, objects } from '../../db/tables/media.ts';
import { Refusal } from '../../errors.ts';
import type { PokeHub } from '../../feeds/poke-hub.ts';
import { type Raise, raiseFeeds } from '../../feeds/raise-feeds.ts';
import { type Derived, deriveObject, type DeriveServices } from './derive-object.ts';
import type { Job, Stage } from './next-job.ts';
import { objectNameOf } from '../store/object-names.ts';
import type { Ffmpeg } from '../ports/ffmpeg.ts';

export type DerivingServices = DeriveServices & { ffmpeg: Ffmpeg | null; pokes: Pick<PokeHub, 'publish'> };

/** A file that fails this often is broken or hostile. */
const ATTEMPTS = 3;
const RETRY_AFTER_MS = 600_000;

/** When a job that was given up is due: never, unless an admin asks for another try. */
export const NEVER_DUE = new Date('9999-01-01T00:00:00Z');

/** Processes one job. A job that fails is retried later, until it has had three attempts. */
export async function deriveJob(services: DerivingServices, { object, attempts }: Job, stage: Stage, signal: AbortSignal): Promise<void> {
  const { db, now, log, metrics } = services;
  // Count the attempt first: a file that crashes the process must not be retried forever.
  const dueAt = new Date(now().getTime() + RETRY_AFTER_MS * (attempts + 1));
  await db
    .update(derivations)
    .set({ attempts: attempts + 1, dueAt })
    .where(eq(derivations.objectPath, object.path));
  try {
    const derived = await deriveObject(services, object, stage, signal);
    await keepDerived(services, object.path, derived);
    metrics.derived('made');
  } catch (error) {
    // The server is stopping; the job continues after the next start.
    if (signal.aborted) {
      await db.update(derivations).set({ attempts, dueAt: now() }).where(eq(derivations.objectPath, object.path));
      return;
    }
    // Not the file's fault: it waits for disk space or the database without losing an attempt.
    const isItsFault = !(error instanceof Refusal || isDatabaseUnavailable(error));
    const isLast = isItsFault && attempts + 1 >= ATTEMPTS;
    metrics.derived(isLast ? 'given_up' : 'failed');
    if (!isItsFault) await db.update(derivations).set({ attempts }).where(eq(derivations.objectPath, object.path));
    else if (isLast)
      await db
        .update(derivations)
        .set({ attempts: attempts + 1, dueAt: NEVER_DUE })
        .where(eq(derivations.objectPath, object.path));
    log.warn({ err: error, object: object.path, attempts: attempts + 1 }, 'files could not be derived from an object');
  }
}

/** Stores the derived rows and updates every session that uses the object, in one transaction. Pokes afterwards. */
async function keepDerived(services: DerivingServices, path: string, derived: Derived): Promise<void> {
  const { db, now, pokes, store } = services;
  const { made, durationSeconds, needsCopy } = derived;
  const moved = await db.transaction(async (tx: Transaction) => {
    // Blocks sessions that start to use the object right now (see `mustBeOwnObject`).
    const [object] = await tx
      .select({ ownerId: objects.ownerId, derived: objects.derived })
      .from(objects)
      .where(eq(objects.path, path))
      .for('update');
    if (!object) return null;
    const job = eq(derivations.objectPath, path);
    if (needsCopy) await tx.update(derivations).set({ attempts: 0, dueAt: now() }).where(job);
    else await tx.delete(derivations).where(job);
    if (made.length > 0) await tx.insert(objects).values(made);
    if (derived.kinds.length === 0 && durationSeconds === null) return [];
    const kinds = [...object.derived, ...derived.kinds];
    await tx.update(objects).set({ derived: kinds, durationSeconds }).where(eq(objects.path, path));
    const raises = await tellSessions(tx, services, path, object.ownerId, { kinds, durationSeconds });
    return (await raiseFeeds(tx, services, raises)).map(({ name }) => name);
  });
  // The object has since been removed, so nothing can request its derived files.
  if (moved === null) for (const row of made) await store.removeObject(objectNameOf(row.path));
  else if (moved.length > 0) pokes.publish(moved);
}

async function tellSessions(
  tx: Transaction,
  { now }: DerivingServices,
  path: string,
  ownerId: string,
  { kinds, durationSeconds }: Pick<Derived, 'kinds' | 'durationSeconds'>,
): Promise<Raise[]> {
  const told = await tx
    .update(videos)
    .set({ derived: kinds, durationSeconds, version: sql`${videos.version} + 1`, updatedAt: now() })
    .where(and(eq(videos.videoUrl, path), eq(videos.ownerId, ownerId), isNull(videos.deletedAt)))
    .returning({ id: videos.id });
  return told.flatMap(({ id }): Raise[] => [
    { kind: 'own', userId: ownerId, entity: 'videos', rowId: id },
    { kind: 'shown', userId: ownerId, entity: 'videos', rowId: id },
  ]);
}
