import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Transaction } from '../../db/database.ts';
import { isDatabaseUnavailable } from '../../db/database-unavailable.ts';
import { videos } from '../../db/tables/training.ts';
import { derivations, objects } from '../../db/tables/media.ts';
import { Refusal } from '../../errors.ts';
import type { PokeHub } from '../../feeds/poke-hub.ts';
import { type Raise, raiseFeeds } from '../../feeds/raise-feeds.ts';
import { type Derived, deriveObject, type DeriveServices } from './derive-object.ts';
import { objectNameOf } from '../store/object-names.ts';
import type { Ffmpeg } from '../ports/ffmpeg.ts';
import { takeLease } from '../ports/lease.ts';

export type DerivingServices = DeriveServices & { ffmpeg: Ffmpeg | null; pokes: Pick<PokeHub, 'publish'> };

export interface Deriving {
  /** Checks the queue now, after a finalize. */
  wake(): void;
  stop(): Promise<void>;
}

/** The longest delay for jobs that another replica queued, and for retries. */
const LOOK_EVERY_MS = 60_000;

/** A file that fails this often is broken or hostile. */
const ATTEMPTS = 3;
const RETRY_AFTER_MS = 600_000;

/** Processes queued jobs one by one, on one replica at a time, until stopped. */
export function startDeriving(services: DerivingServices): Deriving {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let again = false;

  const run = () => {
    if (stopping.signal.aborted) return;
    if (running) {
      again = true;
      return;
    }
    again = false;
    running = deriveUnderLease(services, stopping.signal)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) services.log.error({ err: error }, 'deriving files failed; the next try is in a minute');
      })
      .finally(() => {
        running = null;
        if (again) run();
      });
  };
  run();
  const timer = setInterval(run, LOOK_EVERY_MS);
  timer.unref();
  return {
    wake: run,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

async function deriveUnderLease(services: DerivingServices, signal: AbortSignal): Promise<void> {
  const lease = await takeLease({ ...services, name: 'derive:media' });
  if (!lease) return;
  try {
    await deriveAll(services, signal);
  } finally {
    await lease.release();
  }
}

/** Processes all jobs that are due. A failed job is retried later, three times in all, and never blocks another. */
export async function deriveAll(services: DerivingServices, signal: AbortSignal): Promise<void> {
  const { db, ffmpeg, now } = services;
  while (!signal.aborted) {
    const [job] = await db
      .select({ attempts: derivations.attempts, object: objects })
      .from(derivations)
      .innerJoin(objects, eq(objects.path, derivations.objectPath))
      // Without ffmpeg, videos wait in the queue.
      .where(and(lte(derivations.dueAt, now()), ffmpeg ? undefined : eq(derivations.kind, 'picture')))
      .orderBy(asc(derivations.dueAt))
      .limit(1);
    if (!job) return;
    await deriveOne(services, job, signal);
  }
}

async function deriveOne(
  services: DerivingServices,
  { object, attempts }: { object: typeof objects.$inferSelect; attempts: number },
  signal: AbortSignal,
): Promise<void> {
  const { db, now, log } = services;
  // Count the attempt first: a file that crashes the process must not be retried forever.
  const dueAt = new Date(now().getTime() + RETRY_AFTER_MS * (attempts + 1));
  await db
    .update(derivations)
    .set({ attempts: attempts + 1, dueAt })
    .where(eq(derivations.objectPath, object.path));
  try {
    const derived = await deriveObject(services, object, signal);
    await keepDerived(services, object.path, derived);
  } catch (error) {
    // The server is stopping; the job continues after the next start.
    if (signal.aborted) {
      await db.update(derivations).set({ attempts, dueAt: now() }).where(eq(derivations.objectPath, object.path));
      return;
    }
    // Not the file's fault: it waits for disk space or the database without losing an attempt.
    if (error instanceof Refusal || isDatabaseUnavailable(error))
      await db.update(derivations).set({ attempts }).where(eq(derivations.objectPath, object.path));
    else if (attempts + 1 >= ATTEMPTS) await db.delete(derivations).where(eq(derivations.objectPath, object.path));
    log.warn({ err: error, object: object.path, attempts: attempts + 1 }, 'files could not be derived from an object');
  }
}

/** Stores the derived rows and updates every session that uses the object, in one transaction. Pokes afterwards. */
async function keepDerived(services: DerivingServices, path: string, { made, kinds, durationSeconds }: Derived): Promise<void> {
  const { db, pokes, store } = services;
  const moved = await db.transaction(async (tx: Transaction) => {
    // Blocks sessions that start to use the object right now (see `mustBeOwnObject`).
    const [object] = await tx.select({ ownerId: objects.ownerId }).from(objects).where(eq(objects.path, path)).for('update');
    if (!object) return null;
    await tx.delete(derivations).where(eq(derivations.objectPath, path));
    if (made.length > 0) await tx.insert(objects).values(made);
    if (kinds.length === 0 && durationSeconds === null) return [];
    await tx.update(objects).set({ derived: kinds, durationSeconds }).where(eq(objects.path, path));
    const raises = await tellSessions(tx, services, path, object.ownerId, { kinds, durationSeconds });
    return (await raiseFeeds(tx, services, raises)).map(({ name }) => name);
  });
  // The object was removed meanwhile, so nothing can request its derived files.
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
