import type { Plan, PlannedExercise } from '../../api/contract/entities/plan.ts';
import { TITLE_MAX } from '../../api/contract/limits.ts';
import { placeAfter } from '../../api/contract/place-after.ts';
import { isComplete, isOfPlanned, leftOf, marksFor } from '../../api/contract/planned.ts';
import { trainingDay } from '../../api/contract/training-day.ts';
import type { Ports } from '../ports/ports.ts';
import { madeOf } from '../store/made-of-plan.ts';
import type { Store } from '../store/store.ts';
import type { StoredRow } from '../store/stored-row.ts';
import { RowMissing } from './invalid-payload.ts';
import { mutate } from './mutate.ts';

/** The title of a session of a plan without exercises. */
const UNTITLED = 'Training';

/** The session of the plan that goes on. */
export interface GoingOn {
  videoId: string;
  /** The set that was just counted there; its last reps may not be in it yet. Null for none. */
  setId: string | null;
}

/**
 * Begins the set of a planned exercise in the plan's session, or goes on with the one that was begun there.
 * @param zone the session's time zone
 * @param after the session that goes on; null goes on in any session of today
 * @returns the set's id
 * @throws RowMissing if the plan is gone, and as `mutate` does
 */
export function startPlanned(
  store: Store,
  ports: Ports,
  planId: string,
  planned: PlannedExercise,
  { zone, after = null }: { zone: string; after?: GoingOn | null },
): Promise<{ id: string }> {
  return store.transaction('rw', store.changeTables, async () => {
    const plan = await livePlan(store, planId);
    const { sessions, sets } = await markCounted(store, ports, plan);
    const open = sessions.filter((session) => (after ? session.id === after.videoId : isOfToday(session, ports, zone)));
    const ids = open.map(({ id }) => id);
    const begun = sets.find((set) => ids.includes(set.videoId) && set.id !== after?.setId && isOfPlanned(set, planned) && !isComplete(set));
    if (begun) return { id: begun.id };
    const videoId = ids.at(-1) ?? (await makeSession(store, ports, plan, zone, planned.exercise));
    const { id: _id, ...criterion } = planned;
    const startedAt = new Date(ports.now()).toISOString();
    const position = placeAfter(sets.filter((set) => set.videoId === videoId));
    return mutate(store, ports, 'sets.create', { payload: { ...criterion, videoId, startedAt, position } });
  });
}

/**
 * Begins the first exercise that a plan has left. Of a plan without exercises it makes a session, unless one was made today that
 * still exists; of one without anything left it returns its last session.
 * @param zone the session's time zone
 * @returns the set's id, or the session's
 * @throws RowMissing if the plan is gone, and as `mutate` does
 */
export function startPlan(store: Store, ports: Ports, planId: string, zone: string): Promise<{ setId: string } | { videoId: string }> {
  return store.transaction('rw', store.changeTables, async () => {
    const plan = await livePlan(store, planId);
    const { sessions, sets } = await madeOf(store, plan);
    const [first] = leftOf(plan, sets);
    if (first) return { setId: (await startPlanned(store, ports, planId, first, { zone })).id };
    // Another device may have done what was left.
    const session = plan.exercises.length > 0 ? sessions.at(-1) : sessions.findLast((each) => isOfToday(each, ports, zone));
    return { videoId: session?.id ?? (await makeSession(store, ports, plan, zone, UNTITLED)) };
  });
}

/** As it is now: a second tap, or another tab, may have started it. */
async function livePlan(store: Store, id: string): Promise<Plan> {
  const plan = await store.view('plans').get(id);
  if (!plan || plan.deletedAt !== null) throw new RowMissing('The plan is gone');
  return plan;
}

async function makeSession(store: Store, ports: Ports, plan: Plan, zone: string, title: string): Promise<string> {
  const dog = plan.dogId === null ? undefined : await store.view('dogs').get(plan.dogId);
  // The server would refuse a session of a dog that is gone.
  const dogId = dog && dog.deletedAt === null ? dog.id : null;
  const trainedAt = new Date(ports.now()).toISOString();
  const payload = { title: whole(title.slice(0, TITLE_MAX)), dogId, trainedAt, trainedZone: zone };
  const { id } = await mutate(store, ports, 'videos.create', { payload });
  await mutate(store, ports, 'plans.update', { params: { id: plan.id }, payload: { videoIds: [id] } });
  return id;
}

const isOfToday = ({ trainedAt, trainedZone }: StoredRow<'videos'>, ports: Ports, zone: string): boolean =>
  trainingDay(trainedAt, trainedZone) === trainingDay(new Date(ports.now()).toISOString(), zone);

/** Marks the exercises of a plan as done that its sessions have a complete set of, so that they stay done without it. */
export async function markPlanned(store: Store, ports: Ports, planId: string): Promise<void> {
  await store.transaction('rw', store.changeTables, async () => {
    const plan = await store.view('plans').get(planId);
    if (plan && plan.deletedAt === null) await markCounted(store, ports, plan);
  });
}

async function markCounted(store: Store, ports: Ports, plan: Plan): ReturnType<typeof madeOf> {
  const made = await madeOf(store, plan);
  const done = marksFor(plan, made.sets);
  if (done.length > 0) await mutate(store, ports, 'plans.update', { params: { id: plan.id }, payload: { done } });
  return made;
}

/** Without half a character at the end. */
const whole = (text: string) => text.replace(/[\uD800-\uDBFF]$/, '').trim();
