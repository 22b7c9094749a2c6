import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { leases } from '../../db/tables/replicas.ts';

export interface LeaseTimes {
  /** How long a dead holder blocks others, in milliseconds. */
  expiresInMs: number;
  /** How often a holder renews the lease, and so learns that another process wants it. */
  renewEveryMs: number;
}

export const LEASE_TIMES: LeaseTimes = { expiresInMs: 6_000, renewEveryMs: 1_000 };

export interface Lease {
  release(): Promise<void>;
}

interface LeaseRequest {
  db: Database;
  newId: () => string;
  name: string;
  times?: LeaseTimes;
  /** Called once, when another process wants this lease or when it was lost. The holder should stop and release. */
  onWanted?: () => void;
}

/**
 * Takes a resource exclusively, across all replicas on the database. Uses the database's time, since the clocks of
 * machines differ.
 * @returns null if another process holds it; the holder learns that it is wanted
 */
export async function takeLease({ db, newId, name, times = LEASE_TIMES, onWanted }: LeaseRequest): Promise<Lease | null> {
  const holder = newId();
  const expiry = sql`now() + ${times.expiresInMs} * interval '1 millisecond'`;
  const [taken] = await db
    .insert(leases)
    .values({ name, holder, expiresAt: expiry })
    .onConflictDoUpdate({
      target: leases.name,
      set: { holder, expiresAt: expiry, wanted: false },
      setWhere: lt(leases.expiresAt, sql`now()`),
    })
    .returning({ holder: leases.holder });
  if (!taken) {
    await db
      .update(leases)
      .set({ wanted: true })
      .where(and(eq(leases.name, name), eq(leases.wanted, false)));
    return null;
  }

  const mine = and(eq(leases.name, name), eq(leases.holder, holder));
  let heldUntil = performance.now() + times.expiresInMs;
  let isTold = false;
  const tell = () => {
    if (!isTold) onWanted?.();
    isTold = true;
  };
  const renew = async () => {
    const askedAt = performance.now();
    const [row] = await db.update(leases).set({ expiresAt: expiry }).where(mine).returning({ wanted: leases.wanted });
    if (row) heldUntil = askedAt + times.expiresInMs;
    if (!row || row.wanted) tell();
  };
  const timer = setInterval(() => {
    // If the database is unreachable, work continues until the lease has expired.
    renew().catch(() => performance.now() >= heldUntil && tell());
  }, times.renewEveryMs);
  timer.unref();

  return {
    async release() {
      clearInterval(timer);
      await db.delete(leases).where(mine);
    },
  };
}
