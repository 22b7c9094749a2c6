import type { Plan } from '../../api/contract/entities/plan.ts';
import { rowsOf } from './rows-of.ts';
import type { Store } from './store.ts';

/** The sessions of a plan that still exist, and their sets. */
export async function madeOf(store: Store, { videoIds }: Pick<Plan, 'videoIds'>) {
  const found = await store.view('videos').bulkGet([...videoIds]);
  const sessions = found.flatMap((session) => (session && session.deletedAt === null ? [session] : []));
  const ids = sessions.map(({ id }) => id);
  const sets = (await rowsOf(store, 'sets', 'videoId', ids)).filter(({ deletedAt }) => deletedAt === null);
  return { sessions, sets };
}
