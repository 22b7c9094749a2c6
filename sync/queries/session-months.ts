import type { Store } from '../store/store.ts';
import { dayOf, readNewestFirst, type SessionShelf } from './session-order.ts';

const HOUR_MS = 3_600_000;
/** In the easternmost time zone a month begins 14 hours before midnight UTC, in the westernmost it ends 12 hours after. */
const FIRST_ZONE_MS = 14 * HOUR_MS;
const LAST_ZONE_MS = 12 * HOUR_MS;

/** The months with sessions, YYYY-MM, newest first. Reads a few sessions of each month. */
export async function listSessionMonths(store: Store, shelf: SessionShelf): Promise<string[]> {
  const months = new Set<string>();
  for (let before: { id: string; live: string } | undefined; ; ) {
    const [row] = await readNewestFirst(store, shelf, { limit: 1, ...(before && { before }) });
    if (!row) return [...months].toSorted().toReversed();
    const month = dayOf(row).slice(0, 7);
    months.add(month);
    const { id, live = '' } = row;
    const { first, last } = onlyIn(month);
    before = live > first && live < last ? { id: '', live: first } : { id, live };
  }
}

/** The first and last moment at which all time zones are in this month. */
function onlyIn(month: string): { first: string; last: string } {
  const start = new Date(`${month}-01T00:00:00Z`);
  const next = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1);
  return { first: new Date(start.getTime() + LAST_ZONE_MS).toISOString(), last: new Date(next - FIRST_ZONE_MS).toISOString() };
}
