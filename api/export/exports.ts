import { and, asc, eq, isNull, notInArray, sql } from 'drizzle-orm';
import type { DataExport, ExportRequest, ExportState } from '../contract/data-export.ts';
import { EXPORT_KEPT_DAYS } from '../contract/limits.ts';
import { isDatabaseUnavailable } from '../db/database-unavailable.ts';
import { rowsOf } from '../db/rows-of.ts';
import { dataExports } from '../db/tables/exports.ts';
import { Refusal } from '../errors.ts';
import { type LeasedWork, startLeasedWork } from '../media/ports/leased-work.ts';
import { ExportGone, type ExportJob, type ExportServices, makeExport } from './make-export.ts';
import { type OpenPart, openPart, removeBuild } from './stored-export.ts';

/** After this many attempts without reading another file, the person is told, and may ask again. */
const ATTEMPTS = 5;
/** A full disk does not count as an attempt. After this time, an export that was attempted is given up. */
const GIVEN_UP_MS = 3 * 86_400_000;
const DAY_MS = 86_400_000;
/** Parts whose layout is held, since a download asks for many ranges of one. */
const HELD_PARTS = 8;

/** Exports of all that a person has here, one for each person. */
export interface Exports {
  state(userId: string): Promise<ExportState>;
  /** Replaces an earlier export. */
  prepare(userId: string, request: ExportRequest): Promise<void>;
  discard(userId: string): Promise<void>;
  /** A part of the export that is ready; null if there is none. @param number from 1 */
  open(userId: string, number: number): Promise<(OpenPart & { buildId: string; parts: number; readyAt: Date }) | null>;
  /** Starts making what is asked for, one at a time across all replicas. */
  startMaking(): void;
  close(): Promise<void>;
}

export function openExports(services: ExportServices): Exports {
  const { db, now, newId, store } = services;
  const held = new Map<string, OpenPart>();
  let making: LeasedWork | null = null;

  const find = async (userId: string): Promise<typeof dataExports.$inferSelect | undefined> =>
    (await db.select().from(dataExports).where(eq(dataExports.userId, userId)))[0];
  const discard = async (userId: string) => {
    const [discarded] = await db.delete(dataExports).where(eq(dataExports.userId, userId)).returning({ buildId: dataExports.buildId });
    if (discarded?.buildId) await removeBuild(store.notes, discarded.buildId);
  };
  const holdPart = async (buildId: string, number: number): Promise<OpenPart | null> => {
    const name = `${buildId} ${number}`;
    const part = held.get(name) ?? (await openPart(store, buildId, number));
    if (!part) return null;
    held.delete(name);
    held.set(name, part);
    for (const oldest of held.keys()) if (held.size > HELD_PARTS) held.delete(oldest);
    return part;
  };

  return {
    async state(userId) {
      const job = await find(userId);
      return { filmBytes: await filmBytesOf(services, userId), export: job ? shown(job) : null };
    },
    async prepare(userId, { films, partBytes }) {
      await discard(userId);
      const job = { id: newId(), films, partBytes, askedAt: now() };
      // Of two requests at the same moment, one is made.
      await db
        .insert(dataExports)
        .values({ userId, ...job })
        .onConflictDoNothing();
      making?.wake();
    },
    discard,
    async open(userId, number) {
      const job = await find(userId);
      if (!job?.readyAt || !job.buildId || number > job.parts.length) return null;
      const part = await holdPart(job.buildId, number);
      return part && { ...part, buildId: job.buildId, parts: job.parts.length, readyAt: job.readyAt };
    },
    startMaking() {
      making ??= startLeasedWork(services, {
        lease: 'exports',
        what: 'making exports',
        work: (signal) => makeAll(services, signal),
      });
    },
    async close() {
      await making?.stop();
    },
  };
}

/** Bytes of the films of sessions that are not deleted. */
async function filmBytesOf({ db }: ExportServices, userId: string): Promise<number> {
  const [films] = await rowsOf<{ bytes: string | null }>(
    db,
    sql`select sum(o.served_size)::text as bytes from objects o
        where o.owner_id = ${userId}::uuid and o.derived_from is null and o.media_type like 'video/%'
          and exists (select from videos v where v.video_url = o.path and v.owner_id = o.owner_id and v.deleted_at is null)`,
  );
  return Number(films?.bytes ?? 0);
}

/** Makes what is asked for, in the order of asking. One that fails is tried again later and holds up no other. */
export async function makeAll(services: ExportServices, signal: AbortSignal): Promise<void> {
  const { db, log, now, store } = services;
  const tried: string[] = [];
  while (!signal.aborted) {
    const [next] = await db
      .select()
      .from(dataExports)
      .where(and(isNull(dataExports.readyAt), isNull(dataExports.failedAt), notInArray(dataExports.id, tried)))
      .orderBy(asc(dataExports.attempts), asc(dataExports.askedAt))
      .limit(1);
    if (!next) return;
    if (next.attempts >= ATTEMPTS || (next.buildId && now().getTime() - next.askedAt.getTime() > GIVEN_UP_MS)) {
      await db.update(dataExports).set({ failedAt: now() }).where(eq(dataExports.id, next.id));
      continue;
    }
    const job = await claim(services, next);
    if (!job) continue;
    try {
      await makeExport(services, job, signal);
    } catch (error) {
      await removeBuild(store.notes, job.buildId).catch(() => undefined);
      if (error instanceof ExportGone) continue;
      tried.push(job.id);
      const isItsFault = !(signal.aborted || error instanceof Refusal || isDatabaseUnavailable(error));
      if (!signal.aborted) log.error({ err: error }, 'an export could not be made; the next try is in a minute');
      // A stop, a full disk or a missing database is no attempt.
      if (!isItsFault) {
        const attempts = sql`greatest(${dataExports.attempts} - 1, 0)`;
        await db.update(dataExports).set({ attempts }).where(eq(dataExports.buildId, job.buildId));
      }
    }
  }
}

/** Takes an export for an attempt of its own. It counts first: one that ends the process must not be tried forever. */
async function claim({ db, newId, store }: ExportServices, next: typeof dataExports.$inferSelect): Promise<ExportJob | null> {
  const buildId = newId();
  const [job] = await db
    .update(dataExports)
    .set({ buildId, attempts: next.attempts + 1 })
    .where(and(eq(dataExports.id, next.id), isNull(dataExports.readyAt)))
    .returning();
  if (next.buildId) await removeBuild(store.notes, next.buildId);
  return job ? { ...job, buildId } : null;
}

function shown(job: typeof dataExports.$inferSelect): DataExport {
  const { id, films, filesDone, filesTotal, parts, lost, damaged, readyAt, failedAt } = job;
  const keptUntil = readyAt && new Date(readyAt.getTime() + EXPORT_KEPT_DAYS * DAY_MS).toISOString();
  const state = readyAt ? 'ready' : failedAt ? 'failed' : 'preparing';
  return { id, films, state, filesDone, filesTotal, parts, lost, damaged, keptUntil };
}
