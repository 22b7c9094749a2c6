import type { EntityRow } from '../entities.ts';
import { isDerivedId } from '../text.ts';
import type { ExportedEntity } from '../row-policies.ts';
import type { ExportSource } from './export-source.ts';

/**
 * Makes rows name only rows of the same export: a row keeps the place of a deleted one for the time in which it may be
 * restored. The cue of an import gets an id that any person may make, since each person derives another one (R118).
 */
export function referencesIn({ ids }: Pick<ExportSource, 'ids'>): <E extends ExportedEntity>(entity: E, row: EntityRow<E>) => EntityRow<E> {
  const [dogs, cues, videos, sets] = [new Set(ids.dogs), new Set(ids.cues), new Set(ids.videos), new Set(ids.sets)];
  const dogId = (id: string | null) => (id !== null && dogs.has(id) ? id : null);
  const cueId = (id: string | null) => (id !== null && cues.has(id) ? exportedCueId(id) : null);
  const change: { [E in ExportedEntity]?: (row: EntityRow<E>) => EntityRow<E> } = {
    cues: (cue) => ({ ...cue, id: exportedCueId(cue.id) }),
    programs: (program) => ({
      ...program,
      dogId: dogId(program.dogId),
      cues: program.cues.filter((each) => cues.has(each.cueId)).map((each) => ({ ...each, cueId: exportedCueId(each.cueId) })),
    }),
    videos: (video) => ({ ...video, dogId: dogId(video.dogId) }),
    sets: (set) => ({ ...set, cueId: cueId(set.cueId) }),
    plans: (plan) => ({
      ...plan,
      dogId: dogId(plan.dogId),
      exercises: plan.exercises.map((exercise) => ({ ...exercise, cueId: cueId(exercise.cueId) })),
      videoIds: plan.videoIds.filter((id) => videos.has(id)),
      // The ids of an exercise and of its set.
      done: plan.done.filter((each) => sets.has(each.split(' ')[1] ?? '')),
    }),
    trials: (trial) => ({ ...trial, dogId: dogId(trial.dogId) }),
  };
  return (entity, row) => (change[entity] as ((row: EntityRow<typeof entity>) => EntityRow<typeof entity>) | undefined)?.(row) ?? row;
}

/** The id of a cue in an export. */
export const exportedCueId = (id: string): string => (isDerivedId(id) ? `${id.slice(0, 14)}4${id.slice(15)}` : id);
