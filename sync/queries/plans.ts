import type { Plan, PlannedExercise } from '../../api/contract/entities/plan.ts';
import { leftOf } from '../../api/contract/planned.ts';
import { readRowSyncs, type RowSync } from '../status/row-sync.ts';
import { plainRow } from '../store/stored-row.ts';
import { madeOf } from '../store/made-of-plan.ts';
import type { Store } from '../store/store.ts';
import { type DogCard, listDogs } from './dogs.ts';

export interface PlanCard {
  plan: Plan;
  sync: RowSync;
  /** Null without a dog, or if it was deleted. */
  dog: DogCard | null;
  /** What has not been done, in order. */
  left: readonly PlannedExercise[];
}

export interface OpenPlans {
  /** Of today, then of earlier days, the latest first. */
  now: readonly PlanCard[];
  /** Of later days, the next first. */
  later: readonly PlanCard[];
}

/** The person's plans of which something is left to do. @param today YYYY-MM-DD */
export async function listOpenPlans(store: Store, today: string): Promise<OpenPlans> {
  const rows = await store.view('plans').orderBy('open').toArray();
  const own = rows.filter(({ ownerId }) => ownerId === store.userId).map((row) => plainRow(row));
  // Of one day, the one that was made first.
  const placeOf = ({ day, createdAt }: Plan) => `${day} ${createdAt}`;
  own.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  const read = await Promise.all(own.map(async (plan) => ({ plan, ...(await madeOf(store, plan)) })));
  const open = read
    .map(({ plan, sessions, sets }) => ({ plan, sessions, left: leftOf(plan, sets) }))
    // Without exercises, a plan is open until a session was made of it that still exists.
    .filter(({ plan, sessions, left }) => (plan.exercises.length === 0 ? sessions.length === 0 : left.length > 0));
  const [dogs, syncOf] = await Promise.all([
    open.length > 0 ? listDogs(store) : [],
    readRowSyncs(
      store,
      'plans',
      open.map(({ plan }) => plan.id),
    ),
  ]);
  const cards = open.map(({ plan, left }) => ({
    plan,
    sync: syncOf(plan.id).sync,
    left,
    dog: dogs.find(({ dog }) => dog.id === plan.dogId) ?? null,
  }));
  const isOf = (wanted: (day: string) => boolean) => cards.filter(({ plan }) => wanted(plan.day));
  return {
    now: [...isOf((day) => day === today), ...isOf((day) => day < today).toReversed()],
    later: isOf((day) => day > today),
  };
}

/** The person's own plan; null if it is deleted or not on this device. */
export async function getPlan(store: Store, id: string): Promise<Plan | null> {
  const row = await store.view('plans').get(id);
  return row && !row.deletedAt && row.ownerId === store.userId ? plainRow(row) : null;
}

export interface PlanOfSession {
  plan: Plan;
  left: readonly PlannedExercise[];
}

/**
 * The plan that a session was made of; null for none.
 * @param endedId a set whose last rep may not be stored yet
 */
export async function planOfSession(store: Store, videoId: string, endedId: string | null): Promise<PlanOfSession | null> {
  const rows = await store.view('plans').where('videoIds').equals(videoId).toArray();
  const row = rows.find((plan) => plan.deletedAt === null && plan.ownerId === store.userId);
  if (!row) return null;
  const plan = plainRow(row);
  return { plan, left: leftOf(plan, (await madeOf(store, plan)).sets, endedId) };
}
