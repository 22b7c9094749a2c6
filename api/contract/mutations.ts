import type * as z from 'zod/mini';
import { BLOCK_MUTATIONS } from './mutations/blocks.ts';
import { COMMENT_MUTATIONS } from './mutations/comments.ts';
import { CONFLICT_MUTATIONS } from './mutations/conflicts.ts';
import { CUE_MUTATIONS } from './mutations/cues.ts';
import { DOG_MUTATIONS } from './mutations/dogs.ts';
import { FRIENDSHIP_MUTATIONS } from './mutations/friendships.ts';
import { PLAN_MUTATIONS } from './mutations/plans.ts';
import { PROFILE_MUTATIONS } from './mutations/profile.ts';
import { PROGRAM_MUTATIONS } from './mutations/programs.ts';
import { REPORT_MUTATIONS } from './mutations/reports.ts';
import { SET_MUTATIONS } from './mutations/sets.ts';
import { TRIAL_MUTATIONS } from './mutations/trials.ts';
import { VIDEO_MUTATIONS } from './mutations/videos.ts';

/**
 * Every change that works offline, defined once: method, path, payload and effect. Routes, replay, forms and the
 * OpenAPI document read this table. Fields follow `entities/`; calls follow R133, and
 * additions follow R134.
 */
export const MUTATIONS = {
  ...DOG_MUTATIONS,
  ...VIDEO_MUTATIONS,
  ...COMMENT_MUTATIONS,
  ...SET_MUTATIONS,
  ...PLAN_MUTATIONS,
  ...TRIAL_MUTATIONS,
  ...FRIENDSHIP_MUTATIONS,
  ...BLOCK_MUTATIONS,
  ...REPORT_MUTATIONS,
  ...PROFILE_MUTATIONS,
  ...CUE_MUTATIONS,
  ...PROGRAM_MUTATIONS,
  ...CONFLICT_MUTATIONS,
} as const;

export type MutationName = keyof typeof MUTATIONS;
export type MutationPayload<N extends MutationName> = z.output<(typeof MUTATIONS)[N]['payload']>;
export type MutationEntity<N extends MutationName> = (typeof MUTATIONS)[N]['entity'];
export const MUTATION_NAMES = Object.keys(MUTATIONS) as MutationName[];
export const isMutationName = (name: string): name is MutationName => Object.hasOwn(MUTATIONS, name);

/** Fills the params into a path such as `/api/dogs/{id}`. */
export const callPath = (path: string, params: Readonly<Record<string, string>>) =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
