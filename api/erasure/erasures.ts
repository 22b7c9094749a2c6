import { isNotNull, isNull, lte } from 'drizzle-orm';
import { peekAgeGate } from '../age-gate.ts';
import { settleAbsences } from '../auth/removed-people.ts';
import { listErasures } from '../backup/list-erasures.ts';
import { erasedAccounts, users } from '../db/tables/people.ts';
import type { Env } from '../env.ts';
import { raiseFeeds } from '../feeds/raise-feeds.ts';
import type { Log } from '../log.ts';
import { type LeasedWork, startLeasedWork } from '../media/ports/leased-work.ts';
import { beginErasure } from './begin-erasure.ts';
import { finishErasures } from './erase-again.ts';
import type { ErasureServices } from './erasure-services.ts';

export interface Erasures {
  /** Begins to complete erasures now, without waiting for it. */
  wake(): void;
  /** Completes erasures at the start, every minute and when woken, on one replica at a time. */
  start(): void;
  stop(): Promise<void>;
}

type Services = ErasureServices & { env: Env; log: Log };

const HOUR_MS = 3_600_000;

export function openErasures(services: Services): Erasures {
  let working: LeasedWork | null = null;
  let listedAt = -Infinity;
  const work = async (signal: AbortSignal) => {
    // A folder that is away is asked once an hour, by a clock that does not jump.
    const isDue = performance.now() - listedAt >= HOUR_MS;
    await finishAndList(services, { lists: isDue, signal });
    if (isDue) listedAt = performance.now();
  };
  return {
    wake: () => working?.wake(),
    start() {
      working ??= startLeasedWork(services, { lease: 'erasures', what: 'an erasure', work });
    },
    async stop() {
      await working?.stop();
    },
  };
}

/**
 * Begins the erasures whose time has come, completes those that are not done, and adds them to the lists of backups. Call it under
 * the lease `erasures`.
 * @param lists also when nothing is to be erased: a disk may have been full or away
 */
export async function finishAndList(
  services: Services,
  { lists = true, signal }: { lists?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  const { db, log } = services;
  await beginDue(services).catch((error: unknown) => log.error({ err: error }, 'erasures could not begin'));
  // Listed first: an erasure that fails must not keep the others off the lists.
  if (lists || (await db.$count(erasedAccounts, isNull(erasedAccounts.doneAt))) > 0)
    for (const { folder, why } of await listErasures(db)) log.warn({}, `Erased accounts are not yet in the list of ${folder}: ${why}`);
  await finishErasures(services, signal);
}

/** One that fails holds up no other. The time counts as for everything that goes by age (docs/decisions/0059). */
async function beginDue(services: Services): Promise<void> {
  const { db, log, pokes } = services;
  // A replica of an earlier version may have shown people again during an upgrade.
  const raised = await db.transaction(async (tx) =>
    raiseFeeds(tx, services, await settleAbsences(tx, services, isNotNull(users.deleteAt))),
  );
  pokes.publish(raised.map(({ name }) => name));
  const dueAt = await peekAgeGate(db);
  if (!dueAt) return;
  for (const { id } of await db.select({ id: users.id }).from(users).where(lte(users.deleteAt, dueAt)))
    await beginErasure(services, id, { dueAt }).catch((error: unknown) => log.error({ err: error }, 'an erasure could not begin'));
}
