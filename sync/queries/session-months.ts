import type { Store } from '../store/store.ts';
import { dayOf, readNewestFirst, type SessionShelf } from './session-order.ts';

/** In the westernmost time zone, a month ends this long after midnight UTC. */
const LAST_ZONE_MS = 12 * 3_600_000;

/** The months with sessions, YYYY-MM, newest first. Reads a few sessions of each month. */
export async function listSessionMonths(store: Store, shelf: SessionShelf): Promise<string[]> {
  const months = new Set<string>();
  for (let before: { id: string; live: string } | undefined; ; ) {
    const [row] = await readNewestFirst(store, shelf, { limit: 1, ...(before && { before }) });
    if (!row) return [...months];
    const month = dayOf(row).slice(0, 7);
    months.add(month);
    const rest = new Date(Date.parse(`${month}-01T00:00:00Z`) + LAST_ZONE_MS).toISOString();
    const { id, live = '' } = row;
    before = live > rest ? { id: '', live: rest } : { id, live };
  }
}
