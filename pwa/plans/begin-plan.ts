import type { PlannedExercise } from '../../api/contract/entities/plan.ts';
import { listDogSets } from '../../sync/queries/dog-sets.ts';
import { readFieldStart } from '../../sync/queries/field.ts';
import { getProgram } from '../../sync/queries/programs.ts';
import { getSet } from '../../sync/queries/sets.ts';
import type { Ports } from '../../sync/ports/ports.ts';
import type { Store } from '../../sync/store/store.ts';
import { deviceDay } from '../dates/training-moment.ts';
import type { Measures } from '../field/like-params.ts';
import { ofProgram, planned } from './planned-exercises.ts';

/** What a plan is made of; nothing of it for an empty one. */
export interface PlanBeginning {
  dogId: string | null;
  /** A program whose cues to plan. */
  programId: string | null;
  /** A set to plan again, with these measures in place of its own. */
  likeId: string | null;
  measures: Measures;
}

export interface Begun {
  dogId: string | null;
  exercises: readonly PlannedExercise[];
}

/** Dog and exercises that the form of a new plan shows first. Lazy: it takes as much to load as the form's fields. */
export async function beginPlan(store: Store, ports: Ports, { dogId: ofDog, programId, likeId, measures }: PlanBeginning): Promise<Begun> {
  const like = likeId === null ? null : await getSet(store, likeId);
  if (like) {
    const session = await store.view('videos').get(like.videoId);
    return { dogId: session?.dogId ?? null, exercises: [planned(ports, { ...like, ...measures })] };
  }
  const card = programId === null ? null : await getProgram(store, programId);
  const { dogId: lastDog } = await readFieldStart(store, null);
  const dogId = ofDog ?? card?.dog?.id ?? lastDog;
  if (!card) return { dogId, exercises: [] };
  const sets = dogId ? await listDogSets(store, dogId, deviceDay(ports.now())) : [];
  return { dogId, exercises: ofProgram(card.cues, sets, ports) };
}
