import type * as z from 'zod/mini';
import { Block } from './entities/block.ts';
import { Comment } from './entities/comment.ts';
import { Conflict } from './entities/conflict.ts';
import { Cue } from './entities/cue.ts';
import { Dog, PartnerDog } from './entities/dog.ts';
import { Friendship } from './entities/friendship.ts';
import { Plan } from './entities/plan.ts';
import { Program } from './entities/program.ts';
import { Report } from './entities/report.ts';
import { TrainingSet } from './entities/set.ts';
import { Trial } from './entities/trial.ts';
import { Person, Profile } from './entities/user.ts';
import { Video } from './entities/video.ts';

/**
 * Every kind of row that syncs, parents before children; a pull page lists its rows in this order. `profile` is the
 * person's own record; `people` and `partnerDogs` are what partners share about themselves.
 */
export const ENTITIES = {
  profile: Profile,
  people: Person,
  friendships: Friendship,
  blocks: Block,
  reports: Report,
  dogs: Dog,
  partnerDogs: PartnerDog,
  cues: Cue,
  programs: Program,
  videos: Video,
  comments: Comment,
  sets: TrainingSet,
  plans: Plan,
  trials: Trial,
  conflicts: Conflict,
} as const;

export type EntityName = keyof typeof ENTITIES;
export type EntityRow<E extends EntityName> = z.infer<(typeof ENTITIES)[E]>;
export type AnyRow = EntityRow<EntityName>;
export const ENTITY_NAMES = Object.keys(ENTITIES) as EntityName[];
