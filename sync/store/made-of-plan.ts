import type { Plan } from '../../api/contract/entities/plan.ts';
import type { Store } from './store.ts';

/** The sessions of a plan that still exist, and their sets. */
export async function madeOf(store: Store, { videoIds }: Pick<Plan, 'videoIds'>) {
  const found = await store.view('videos').bulkGet([...videoIds]);
  const sessions = found.flatMap((session) => (session && session.deletedAt === null ? [session] : []));
  const sets = await store
    .view('sets')
    .where('videoId')
    .anyOf(sessions.map(({ id }) => id))
    .filter(({ deletedAt }) => deletedAt === null)
    .toArray();
  return { sessions, sets };
}
