import { and, count, gt, isNull, lt, lte, min, sql } from 'drizzle-orm';
import { Gauge, type Registry } from 'prom-client';
import { freeBytesOf } from '../db/free-bytes.ts';
import { installation } from '../db/tables/installation.ts';
import { derivations, uploads } from '../db/tables/media.ts';
import { NEVER_DUE } from '../media/derived/derive-job.ts';
import type { Services } from '../services.ts';

/** An upload without a byte for this long is stalled: its phone is offline, or its person has closed the app. */
const STALLED_MS = 600_000;
/** Older ones wait for their phone, up to a week. Counting them all would read each upload of that week. */
const COUNTED_MS = 86_400_000;

type StateServices = Pick<Services, 'db' | 'env' | 'now' | 'connections'>;

/**
 * Gauges of what the server holds now. Those from the database are the same on every replica.
 * @returns reads them; throws if the database does not answer, after removing its figures
 */
export function stateGauges(registry: Registry, services: StateServices): () => Promise<void> {
  const { db, env, now, connections } = services;
  const registers = [registry];
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `longline_${name}`, help, labelNames, registers });

  const up = gauge('database_up', 'Whether the database answers: 1 or 0.');
  const pool = gauge('database_connections', 'Connections of this process to PostgreSQL, by state.', 'state');
  const waitingForPool = gauge('database_connections_waited_for', 'Queries that wait for a free connection.');
  const freeBytes = gauge('free_bytes', 'Free space on the disk of DATA_DIR.');
  const inProgress = gauge('uploads', 'Unfinished uploads of the last day: active (a byte within ten minutes) or stalled.', 'state');
  const waiting = gauge('derivations_waiting', 'Objects whose derived files are still to be made.', 'kind');
  const oldest = gauge('derivations_oldest_seconds', 'For how long the oldest of them is due.');
  const backedUpAt = gauge('backup_verified_timestamp_seconds', 'When the newest nightly backup that passed its test was made.');
  const lost = gauge('backup_lost_files', 'Media files that this backup lacks, because the store had lost them.');
  const backupFails = gauge('backup_failing', 'Whether a nightly backup has failed since then: 1 or 0.');
  const backupIsSet = gauge('backup_expected', 'Whether BACKUP_DIR is set: 1 or 0.');
  const forget = () => {
    for (const one of [inProgress, waiting]) one.reset();
    // `reset` would leave a gauge without labels at 0.
    for (const one of [oldest, backedUpAt, lost, backupFails]) one.remove();
    up.set(0);
  };

  return async () => {
    forget();
    freeBytes.set(freeBytesOf(env.dataDir));
    backupIsSet.set(env.backup ? 1 : 0);
    const open = connections?.();
    if (open) {
      pool.set({ state: 'idle' }, open.idle);
      pool.set({ state: 'busy' }, open.total - open.idle);
      waitingForPool.set(open.waiting);
    }
    const before = (ms: number) => new Date(now().getTime() - ms);
    const isActive = sql<number>`count(*) filter (where ${uploads.lastByteAt} > ${before(STALLED_MS).toISOString()}::timestamptz)::int`;
    const [unfinished] = await db
      .select({ all: count(), active: isActive })
      .from(uploads)
      .where(and(isNull(uploads.objectPath), gt(uploads.lastByteAt, before(COUNTED_MS))));
    const queued = await db
      .select({ kind: derivations.kind, count: count() })
      .from(derivations)
      .where(lt(derivations.dueAt, NEVER_DUE))
      .groupBy(derivations.kind);
    const [due] = await db
      .select({ first: min(derivations.dueAt) })
      .from(derivations)
      .where(lte(derivations.dueAt, now()));
    // Reads only: a database that takes no changes still answers.
    const [notes] = await db.select().from(installation);

    const { all = 0, active = 0 } = unfinished ?? {};
    inProgress.set({ state: 'active' }, active);
    inProgress.set({ state: 'stalled' }, all - active);
    for (const kind of ['picture', 'video'] as const) waiting.set({ kind }, queued.find((one) => one.kind === kind)?.count ?? 0);
    oldest.set(due?.first ? (now().getTime() - due.first.getTime()) / 1_000 : 0);
    // No figure is better than a backup in 1970.
    if (notes?.backedUpAt) backedUpAt.set(notes.backedUpAt.getTime() / 1_000);
    lost.set(notes?.backupLost ?? 0);
    backupFails.set(notes?.backupFailure ? 1 : 0);
    up.set(1);
  };
}
