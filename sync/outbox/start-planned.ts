import type { Plan, PlannedExercise } from '../../api/contract/entities/plan.ts';
import { TITLE_MAX } from '../../api/contract/limits.ts';
import { placeAfter } from '../../api/contract/place-after.ts';
import { isComplete, isOfPlanned, marksFor } from '../../api/contract/planned.ts';
import { trainingDay } from '../../api/contract/training-day.ts';
import type { Ports } from '../ports/ports.ts';
import { madeOf } from '../store/made-of-plan.ts';
import type { Store } from '../store/store.ts';
import type { StoredRow } from '../store/stored-row.ts';
import { RowMissing } from './invalid-payload.ts';
import { mutate } from './mutate.ts';

/** The title of a session of a plan without exercises. */
const UNTITLED = 'Training';

/**
 * Begins the set of a planned exercise in the plan's session, or goes on with the one that was begun there.
 * @param zone the session's time zone
 * @returns the set's id
 * @throws RowMissing if the plan is gone, and as `mutate` does
 */
export function startPlanned(store: Store, ports: Ports, planId: string, planned: PlannedExercise, zone: string): Promise<{ id: string }> {
  return store.transaction('rw', store.changeTables, async () => {
    const { id: videoId } = await startPlan(store, ports, planId, zone, planned.exercise);
    const sets = await store
      .view('sets')
      .where('videoId')
      .equals(videoId)
      .and(({ deletedAt }) => deletedAt === null)
      .toArray();
    const begun = sets.find((set) => isOfPlanned(set, planned) && !isComplete(set));
    if (begun) return { id: begun.id };
    const { id: _id, ...criterion } = planned;
    const startedAt = new Date(ports.now()).toISOString();
    return mutate(store, ports, 'sets.create', { payload: { ...criterion, videoId, startedAt, position: placeAfter(sets) } });
  });
}

/**
 * Makes a session of a plan, unless one was made today that still exists. Marks what was counted before as done.
 * @param title of a new session; by default that of a plan without exercises
 * @returns the session's id
 * @throws RowMissing if the plan is gone, and as `mutate` does
 */
export function startPlan(store: Store, ports: Ports, planId: string, zone: string, title = UNTITLED): Promise<{ id: string }> {
  return store.transaction('rw', store.changeTables, async () => {
    // As it is now: a second tap, or another tab, may have started it.
    const plan = await store.view('plans').get(planId);
    if (!plan || plan.deletedAt !== null) throw new RowMissing('The plan is gone');
    const { sessions } = await markCounted(store, ports, plan);
    const trainedAt = new Date(ports.now()).toISOString();
    const ofToday = sessions.findLast((session) => dayOf(session) === trainingDay(trainedAt, zone));
    if (ofToday) return { id: ofToday.id };
    const dog = plan.dogId === null ? undefined : await store.view('dogs').get(plan.dogId);
    // The server would refuse a session of a dog that is gone.
    const dogId = dog && dog.deletedAt === null ? dog.id : null;
    const payload = { title: whole(title.slice(0, TITLE_MAX)), dogId, trainedAt, trainedZone: zone };
    const { id } = await mutate(store, ports, 'videos.create', { payload });
    await mutate(store, ports, 'plans.update', { params: { id: planId }, payload: { videoIds: [id] } });
    return { id };
  });
}

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

const dayOf = ({ trainedAt, trainedZone }: StoredRow<'videos'>): string => trainingDay(trainedAt, trainedZone);

/** Without half a character at the end. */
const whole = (text: string) => text.replace(/[\uD800-\uDBFF]$/, '').trim();
