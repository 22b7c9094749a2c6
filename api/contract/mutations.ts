import * as z from 'zod/mini';
import { type EffectContext, mutation } from './call.ts';
import { CommentCreate } from './entities/comment.ts';
import { CUE_MERGE, type Cue, CueCreate, CuePatch } from './entities/cue.ts';
import { DOG_MERGE, DogCreate, DogPatch } from './entities/dog.ts';
import { FriendshipCreate, FriendshipPatch } from './entities/friendship.ts';
import { PROGRAM_MERGE, ProgramCreate, ProgramCueAdd, ProgramCueOrder, ProgramPatch } from './entities/program.ts';
import { PROFILE_MERGE, type Person, ProfilePatch } from './entities/user.ts';
import { VIDEO_MERGE, VideoCreate, VideoPatch } from './entities/video.ts';
import { id } from './text.ts';

const nothing = z.optional(z.object({}));
const base = z.optional(z.record(z.string(), z.unknown()));
const withBase = <Shape extends z.core.$ZodLooseShape>(patch: z.ZodMiniObject<Shape>) => z.extend(patch, { base });

/** What every row starts with. Version 0 has never been on the server. */
const born = ({ id, userId, now }: EffectContext) => ({
  id,
  ownerId: userId,
  createdAt: now,
  updatedAt: now,
  deletedAt: null,
  version: 0,
});

/** The row with the patch laid over it; a field given as undefined stays. */
function patched<Row extends object>(row: Row | null, patch: object, { now }: EffectContext): Row | null {
  if (!row) return null;
  const given = Object.entries(patch).filter(([field, value]) => value !== undefined && field !== 'base');
  return { ...row, ...Object.fromEntries(given), updatedAt: now };
}

const deleted = <Row extends object>(row: Row | null, _payload: unknown, context: EffectContext) =>
  patched(row, { deletedAt: context.now }, context);

const restored = <Row extends object>(row: Row | null, _payload: unknown, context: EffectContext) =>
  patched(row, { deletedAt: null }, context);

const moment = (value: string) => new Date(value).toISOString();

const withoutCue = (cues: readonly { cueId: string; orderIndex: number }[], cueId: string) =>
  cues.filter((cue) => cue.cueId !== cueId);

/**
 * An order is no list of members: a cue that another device added meanwhile stays, at the end, and one that it took out
 * stays out.
 */
function ordered(cues: readonly { cueId: string; orderIndex: number }[], cueIds: readonly string[]) {
  const members = new Set(cues.map((cue) => cue.cueId));
  const named = cueIds.filter((cueId) => members.has(cueId));
  const others = cues.map((cue) => cue.cueId).filter((cueId) => !cueIds.includes(cueId));
  return [...named, ...others].map((cueId, orderIndex) => ({ cueId, orderIndex }));
}

/**
 * Every change that can be made offline, once: method and path, payload, and effect. Routes, replay, forms and the
 * OpenAPI document read this table. Fields as in the specification, section 3; calls as in its section 7 and, where
 * additive, in design section 7.
 */
export const MUTATIONS = {
  'dogs.create': mutation({
    method: 'POST',
    path: '/api/dogs',
    summary: 'Add a dog',
    entity: 'dogs',
    payload: DogCreate,
    effect: (_row, { name, breed, birthdate, titles = [], image = null, notes = '' }, context) => ({
      ...born(context),
      name,
      breed,
      birthdate,
      titles,
      image,
      notes,
      retiredAt: null,
    }),
  }),
  'dogs.update': mutation({
    method: 'PATCH',
    path: '/api/dogs/{id}',
    summary: 'Edit a dog, or its training notes only',
    entity: 'dogs',
    payload: withBase(DogPatch),
    merge: DOG_MERGE,
    effect: (row, patch, context) =>
      patched(row, patch.retiredAt ? { ...patch, retiredAt: moment(patch.retiredAt) } : patch, context),
  }),
  'dogs.delete': mutation({
    method: 'DELETE',
    path: '/api/dogs/{id}',
    summary: 'Delete a dog; its sessions stay, with no dog',
    entity: 'dogs',
    payload: nothing,
    effect: deleted,
  }),
  'dogs.restore': mutation({
    method: 'POST',
    path: '/api/dogs/{id}/restore',
    summary: 'Take back the deletion of a dog, for 30 days',
    entity: 'dogs',
    payload: nothing,
    effect: restored,
  }),

  'videos.create': mutation({
    method: 'POST',
    path: '/api/videos',
    summary: 'Log a session',
    entity: 'videos',
    payload: VideoCreate,
    effect: (_row, payload, context) => ({
      ...born(context),
      title: payload.title,
      description: payload.description ?? '',
      dogId: payload.dogId ?? null,
      videoUrl: payload.videoUrl ?? null,
      thumbnailUrl: payload.thumbnailUrl ?? '',
      mediaType: null,
      durationSeconds: null,
      derived: [],
      shared: false,
      trainedAt: moment(payload.trainedAt ?? context.now),
      trainedZone: payload.trainedZone ?? 'UTC',
    }),
  }),
  'videos.update': mutation({
    method: 'PATCH',
    path: '/api/videos/{id}',
    summary: 'Edit a session',
    entity: 'videos',
    payload: withBase(VideoPatch),
    merge: VIDEO_MERGE,
    effect: (row, patch, context) =>
      patched(row, patch.trainedAt ? { ...patch, trainedAt: moment(patch.trainedAt) } : patch, context),
  }),
  'videos.delete': mutation({
    method: 'DELETE',
    path: '/api/videos/{id}',
    summary: 'Delete a session',
    entity: 'videos',
    payload: nothing,
    effect: deleted,
  }),
  'videos.restore': mutation({
    method: 'POST',
    path: '/api/videos/{id}/restore',
    summary: 'Take back the deletion of a session, for 30 days',
    entity: 'videos',
    payload: nothing,
    effect: restored,
  }),
  'videos.share': mutation({
    method: 'POST',
    path: '/api/videos/{id}/share',
    summary: 'Turn the public link on',
    entity: 'videos',
    payload: nothing,
    effect: (row, _payload, context) => patched(row, { shared: true }, context),
  }),
  'videos.unshare': mutation({
    method: 'DELETE',
    path: '/api/videos/{id}/share',
    summary: 'Turn the public link off, at once',
    entity: 'videos',
    payload: nothing,
    effect: (row, _payload, context) => patched(row, { shared: false }, context),
  }),

  'comments.create': mutation({
    method: 'POST',
    path: '/api/videos/{videoId}/comments',
    summary: 'Comment on a session',
    entity: 'comments',
    payload: CommentCreate,
    effect: (_row, { content }, context) => ({
      id: context.id,
      videoId: context.params['videoId'] ?? '',
      userId: context.userId,
      content,
      createdAt: context.now,
      deletedAt: null,
      version: 0,
    }),
  }),
  'comments.delete': mutation({
    method: 'DELETE',
    path: '/api/videos/{videoId}/comments/{id}',
    summary: 'Delete a comment of one’s own, or any on one’s own session',
    entity: 'comments',
    payload: nothing,
    effect: (row, _payload, { now }) => (row ? { ...row, deletedAt: now } : null),
  }),

  'friendships.create': mutation({
    method: 'POST',
    path: '/api/friendships',
    summary: 'Invite a training partner',
    entity: 'friendships',
    payload: FriendshipCreate,
    effect: (_row, { friendId }, context) => {
      const friend = context.source as Person | undefined;
      return {
        id: context.id,
        userId: context.userId,
        friendId,
        status: 'pending' as const,
        createdAt: context.now,
        friendFirstName: friend?.firstName ?? null,
        friendLastName: friend?.lastName ?? null,
        friendEmail: null,
        friendProfileImageUrl: friend?.profileImageUrl ?? null,
        version: 0,
      };
    },
  }),
  'friendships.accept': mutation({
    method: 'PATCH',
    path: '/api/friendships/{id}',
    summary: 'Accept a request; its recipient only',
    entity: 'friendships',
    payload: FriendshipPatch,
    effect: (row, { status }) => (row ? { ...row, status } : null),
  }),
  'friendships.delete': mutation({
    method: 'DELETE',
    path: '/api/friendships/{id}',
    summary: 'Decline a request as its recipient, or end a partnership as either',
    entity: 'friendships',
    payload: nothing,
    effect: () => null,
  }),
  'friendships.withdraw': mutation({
    method: 'POST',
    path: '/api/friendships/{id}/withdraw',
    summary: 'Withdraw one’s own pending request',
    entity: 'friendships',
    payload: nothing,
    effect: () => null,
  }),

  'profile.update': mutation({
    method: 'PATCH',
    path: '/api/users/profile',
    summary: 'Edit one’s profile',
    entity: 'profile',
    payload: withBase(ProfilePatch),
    merge: PROFILE_MERGE,
    effect: (row, { base: _base, ...patch }) =>
      row && { ...row, ...given(patch), location: patch.location === undefined ? row.location : patch.location || null },
  }),

  'cues.create': mutation({
    method: 'POST',
    path: '/api/cues',
    summary: 'Create a cue',
    entity: 'cues',
    payload: CueCreate,
    effect: (_row, payload, context) => ({
      ...born(context),
      name: payload.name,
      sport: payload.sport ?? 'Obedience',
      difficulty: payload.difficulty ?? 'beginner',
      description: payload.description ?? '',
      steps: payload.steps ?? [],
      visibility: payload.visibility ?? 'private',
      importedFromId: null,
    }),
  }),
  'cues.update': mutation({
    method: 'PATCH',
    path: '/api/cues/{id}',
    summary: 'Edit a cue',
    entity: 'cues',
    payload: withBase(CuePatch),
    merge: CUE_MERGE,
    effect: patched,
  }),
  'cues.delete': mutation({
    method: 'DELETE',
    path: '/api/cues/{id}',
    summary: 'Delete a cue',
    entity: 'cues',
    payload: nothing,
    effect: deleted,
  }),
  'cues.restore': mutation({
    method: 'POST',
    path: '/api/cues/{id}/restore',
    summary: 'Take back the deletion of a cue, for 30 days',
    entity: 'cues',
    payload: nothing,
    effect: restored,
  }),
  'cues.import': mutation({
    method: 'POST',
    path: '/api/cues/{cueId}/import',
    summary: 'Import a cue: makes a private copy of one’s own, once',
    entity: 'cues',
    // The copy's id is derived from user and cue, so that two devices make the same copy; the server derives it too.
    payload: z.optional(z.object({ id: z.optional(id) })),
    effect: (row, _payload, context) => {
      if (row && !row.deletedAt) return row;
      const source = context.source as Cue | undefined;
      return source
        ? {
            ...born(context),
            name: source.name,
            sport: source.sport,
            difficulty: source.difficulty,
            description: source.description,
            steps: source.steps,
            visibility: 'private' as const,
            importedFromId: source.id,
          }
        : null;
    },
  }),

  'programs.create': mutation({
    method: 'POST',
    path: '/api/programs',
    summary: 'Create a program',
    entity: 'programs',
    payload: ProgramCreate,
    effect: (_row, payload, context) => ({
      ...born(context),
      name: payload.name,
      dogId: payload.dogId ?? null,
      goal: payload.goal ?? null,
      cues: [],
    }),
  }),
  'programs.update': mutation({
    method: 'PATCH',
    path: '/api/programs/{id}',
    summary: 'Edit a program',
    entity: 'programs',
    payload: withBase(ProgramPatch),
    merge: PROGRAM_MERGE,
    effect: patched,
  }),
  'programs.delete': mutation({
    method: 'DELETE',
    path: '/api/programs/{id}',
    summary: 'Delete a program',
    entity: 'programs',
    payload: nothing,
    effect: deleted,
  }),
  'programs.restore': mutation({
    method: 'POST',
    path: '/api/programs/{id}/restore',
    summary: 'Take back the deletion of a program, for 30 days',
    entity: 'programs',
    payload: nothing,
    effect: restored,
  }),
  'programs.addCue': mutation({
    method: 'POST',
    path: '/api/programs/{id}/cues',
    summary: 'Add a cue to a program; adding it again moves it',
    entity: 'programs',
    payload: ProgramCueAdd,
    effect: (row, cue, context) =>
      row &&
      patched(
        row,
        { cues: [...withoutCue(row.cues, cue.cueId), cue].sort((a, b) => a.orderIndex - b.orderIndex) },
        context,
      ),
  }),
  'programs.orderCues': mutation({
    method: 'PUT',
    path: '/api/programs/{id}/cues',
    summary: 'Set the whole order of a program’s cues',
    entity: 'programs',
    payload: ProgramCueOrder,
    effect: (row, { cueIds }, context) => row && patched(row, { cues: ordered(row.cues, cueIds) }, context),
  }),
  'programs.removeCue': mutation({
    method: 'DELETE',
    path: '/api/programs/{id}/cues/{cueId}',
    summary: 'Take a cue out of a program',
    entity: 'programs',
    payload: nothing,
    effect: (row, _payload, context) =>
      row && patched(row, { cues: withoutCue(row.cues, context.params['cueId'] ?? '') }, context),
  }),

  'conflicts.settle': mutation({
    method: 'DELETE',
    path: '/api/conflicts/{id}',
    summary: 'Settle a conflict: the value that stands is right',
    entity: 'conflicts',
    payload: nothing,
    effect: (row, _payload, { now }) => (row ? { ...row, deletedAt: now } : null),
  }),
} as const;

function given<Patch extends object>(patch: Patch) {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Patch]?: Exclude<Patch[Field], undefined>;
  };
}

export type MutationName = keyof typeof MUTATIONS;
export type MutationPayload<N extends MutationName> = z.output<(typeof MUTATIONS)[N]['payload']>;
export type MutationEntity<N extends MutationName> = (typeof MUTATIONS)[N]['entity'];
export const MUTATION_NAMES = Object.keys(MUTATIONS) as MutationName[];
export const isMutationName = (name: string): name is MutationName => Object.hasOwn(MUTATIONS, name);

/** `/api/dogs/{id}` with its params filled in. */
export const callPath = (path: string, params: Readonly<Record<string, string>>) =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
